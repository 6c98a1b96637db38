#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

// term.h claims short everyday words as macros.
#undef columns
#undef lines
#undef buttons
#undef tab

// Opens the screen on two descriptors; `newterm` wants streams, which Swift cannot name safely.
// Returns NULL when `type` is unknown or misses what a screen needs.
static inline SCREEN *cn_open(const char *type, int input, int output) {
    FILE *in = fdopen(input, "r");
    FILE *out = fdopen(output, "w");
    if (in == NULL || out == NULL) return NULL;
    use_env(TRUE);
    use_tioctl(TRUE);
    return newterm((char *)type, out, in);
}

// Whether the terminal description `type` can be found and can place the cursor; `newterm` leaves
// memory behind for those that cannot.
static inline int cn_is_usable(const char *type, int output) {
    int status = 0;
    if (setupterm((char *)type, output, &status) != OK || status != 1) return 0;
    char *place = tigetstr("cup");
    int is_usable = place != NULL && place != (char *)-1;
    del_curterm(cur_term);
    return is_usable;
}

// A string capability by terminfo name, or NULL; `tigetstr` has a third answer.
static inline const char *cn_capability(const char *name) {
    const char *text = tigetstr((char *)name);
    return text == (const char *)-1 ? NULL : text;
}

// Reads the terminal description `type` without a screen; `cn_unload` lets go of it. Returns 0 when
// it is not there.
static inline int cn_load(const char *type, int output) {
    int status = 0;
    return setupterm((char *)type, output, &status) == OK && status == 1;
}

static inline void cn_unload(void) { del_curterm(cur_term); }

// A numeric capability by terminfo name; negative when there is none.
static inline int cn_number(const char *name) { return tigetnum((char *)name); }

// Whether colours are numbers that hold red, green and blue. `RGB` is a flag, a number or a string,
// and absent or cancelled ones come as negative numbers or special pointers.
static inline int cn_mixes_colours(void) {
    char *text = tigetstr((char *)"RGB");
    return tigetflag((char *)"RGB") > 0 || tigetnum((char *)"RGB") > 0
        || (text != NULL && text != (char *)-1);
}

// `stdscr`, `COLORS` and `COLOR_PAIRS` are mutable globals, which Swift 6 refuses.
static inline WINDOW *cn_screen(void) { return stdscr; }
static inline int cn_color_count(void) { return COLORS; }
static inline int cn_pair_count(void) { return COLOR_PAIRS; }

// Attributes are cast macros, which Swift does not import.
static inline uint32_t cn_bold(void) { return A_BOLD; }
static inline uint32_t cn_dim(void) { return A_DIM; }
static inline uint32_t cn_underline(void) { return A_UNDERLINE; }
static inline uint32_t cn_reverse(void) { return A_REVERSE; }
static inline uint32_t cn_italic(void) { return A_ITALIC; }

// How many cells the C library, and so ncurses, gives a code point; -1 when it does not know it.
// <wchar.h> declares `wcwidth` only under X/Open macros, which a module cannot set.
extern int wcwidth(wchar_t character);
static inline int cn_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// One grapheme for `cn_write`: a spacing character, at most two marks on it (0 for none), the
// attributes and the colour pair.
struct cn_glyph {
    uint32_t base;
    uint32_t marks[2];
    uint32_t attributes;
    int16_t pair;
};

// Puts graphemes from a place to the right. `cchar_t` holds a fixed array that Swift sees as a
// tuple, and one call a row costs less than one a cell.
static inline void cn_write(int row, int column, const struct cn_glyph *glyphs, int count) {
    enum { limit = 256 };
    cchar_t cells[limit + 1];
    while (count > 0) {
        int part = count < limit ? count : limit;
        int width = 0;
        for (int i = 0; i < part; i++) {
            wchar_t text[4] = {
                (wchar_t)glyphs[i].base, (wchar_t)glyphs[i].marks[0],
                (wchar_t)glyphs[i].marks[1], 0,
            };
            setcchar(&cells[i], text, glyphs[i].attributes, glyphs[i].pair, NULL);
            width += wcwidth(text[0]) == 2 ? 2 : 1;
        }
        mvwadd_wchnstr(stdscr, row, column, cells, part);
        glyphs += part;
        count -= part;
        column += width;
    }
}

#endif
