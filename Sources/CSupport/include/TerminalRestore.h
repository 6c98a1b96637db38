#ifndef CSUPPORT_TERMINAL_RESTORE_H
#define CSUPPORT_TERMINAL_RESTORE_H

#include <stddef.h>

// Gives a terminal back as it was, also from a signal handler, where Swift code must not run.
//
// Life cycle: `cs_terminal_save` once before the first change; then `cs_terminal_arm` after every
// entry into screen mode and `cs_terminal_disarm` after every regular leave. While armed, exit,
// SIGTERM, SIGHUP, SIGINT, SIGQUIT and the crash signals write the leave bytes and set the saved
// modes before they take their usual course. All calls from one thread.

// Remembers the modes of the terminal at `descriptor`. Returns 0, or -1 with errno.
int cs_terminal_save(int descriptor);

// Remembers the bytes that leave screen mode (at most 512) and the line printed after a crash (at
// most 512 bytes), installs the signal handlers on the first call, and arms them.
// Returns 0, or -1 with errno: E2BIG when the text is too long.
int cs_terminal_arm(const char *leave, size_t leave_count, const char *note, size_t note_count);

// Sets the saved modes without writing or discarding anything, and disarms.
void cs_terminal_disarm(void);

// Writes the leave bytes and sets the saved modes when armed; else does nothing. Unread input is
// discarded, so that mouse reports do not reach the shell. Async-signal-safe; never blocks long.
void cs_terminal_restore(void);

// Whether SIGINT and SIGQUIT are swallowed while disarmed: a child such as an editor has the
// terminal, and they are meant for it.
void cs_terminal_lend(int is_lent);

// Stops the process as Ctrl-Z does in a shell, with the terminal disarmed before; returns when it
// is continued.
void cs_terminal_stop(void);

enum {
    // The terminal's size may have changed.
    CS_TERMINAL_RESIZED = 1,
    // The process was stopped and is continued; screen mode must be entered again.
    CS_TERMINAL_CONTINUED = 2,
};

// A descriptor that becomes readable when `cs_terminal_take_signals` has something to tell; -1
// before the first arming.
int cs_terminal_signal_descriptor(void);

// Returns and clears what the signals since the last call mean: a sum of the constants above.
int cs_terminal_take_signals(void);

#endif
