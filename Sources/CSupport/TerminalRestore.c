#define _GNU_SOURCE

#include "TerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { text_limit = 512, write_patience_ms = 300 };

static int terminal = -1;
static struct termios saved_modes;
static char leave_text[text_limit];
static size_t leave_text_count;
static char note_text[text_limit];
static size_t note_text_count;

static atomic_int is_armed;
static atomic_int is_lent_out;
static atomic_int pending_signals;
static int signal_pipe[2] = {-1, -1};

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };
static struct sigaction crash_actions[crash_signal_count];

// Writes all bytes unless the terminal takes none for a while: a stopped terminal must not keep a
// dying process.
static void write_patiently(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        struct pollfd wait = {.fd = descriptor, .events = POLLOUT};
        if (poll(&wait, 1, write_patience_ms) <= 0) return;
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

// Sets the saved modes; from the background too, where SIGTTOU would stop us.
static void set_saved_modes(int discards_input) {
    sigset_t background, before;
    sigemptyset(&background);
    sigaddset(&background, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &background, &before);
    tcsetattr(terminal, TCSANOW, &saved_modes);
    if (discards_input) tcflush(terminal, TCIFLUSH);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int cs_terminal_save(int descriptor) {
    if (tcgetattr(descriptor, &saved_modes) != 0) return -1;
    terminal = descriptor;
    return 0;
}

void cs_terminal_restore(void) {
    if (!atomic_exchange(&is_armed, 0)) return;
    int error = errno;
    write_patiently(terminal, leave_text, leave_text_count);
    set_saved_modes(1);
    errno = error;
}

void cs_terminal_disarm(void) {
    atomic_store(&is_armed, 0);
    set_saved_modes(0);
}

void cs_terminal_lend(int is_lent) { atomic_store(&is_lent_out, is_lent); }

static void tell(int what) {
    int error = errno;
    atomic_fetch_or(&pending_signals, what);
    (void)!write(signal_pipe[1], "", 1);
    errno = error;
}

// Takes the usual course of a signal, as if we had never handled it.
static void die_of(int number) {
    signal(number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

static void on_end(int number) {
    if ((number == SIGINT || number == SIGQUIT) && atomic_load(&is_lent_out)) return;
    cs_terminal_restore();
    die_of(number);
}

static void on_crash(int number, siginfo_t *details, void *context) {
    (void)context;
    if (atomic_load(&is_armed)) {
        cs_terminal_restore();
        write_patiently(STDERR_FILENO, note_text, note_text_count);
    }
    for (int i = 0; i < crash_signal_count; i++) {
        if (crash_signals[i] == number) sigaction(number, &crash_actions[i], NULL);
    }
    // A fault happens again on return, with its true place; a breakpoint and a signal that was sent
    // have to be sent again. They are blocked until we return.
    if (details == NULL || details->si_code <= 0 || number == SIGTRAP) raise(number);
}

// Stops this process by SIGTSTP itself: the kernel drops it where no shell could continue us.
static void stop_here(void) {
    struct sigaction stopping, before;
    memset(&stopping, 0, sizeof stopping);
    stopping.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &stopping, &before);
    sigset_t set, mask;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &set, &mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

static void on_stop(int number) {
    (void)number;
    int error = errno;
    cs_terminal_restore();
    stop_here();
    tell(CS_TERMINAL_CONTINUED);
    errno = error;
}

static void on_tell(int number) {
    tell(number == SIGWINCH ? CS_TERMINAL_RESIZED : CS_TERMINAL_CONTINUED);
}

static int install(void) {
    if (pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    atexit(cs_terminal_restore);

    // A stack overflow leaves no room for a handler on the main thread's own stack.
    static char stack[64 * 1024];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);

    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigfillset(&action.sa_mask);
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int i = 0; i < crash_signal_count; i++) {
        sigaction(crash_signals[i], &action, &crash_actions[i]);
    }
    action.sa_flags = SA_RESTART;
    action.sa_handler = on_end;
    const int ends[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        struct sigaction before;
        sigaction(ends[i], NULL, &before);
        // `nohup` keeps its meaning.
        if (ends[i] == SIGHUP && before.sa_handler == SIG_IGN) continue;
        sigaction(ends[i], &action, NULL);
    }
    action.sa_handler = on_stop;
    sigaction(SIGTSTP, &action, NULL);
    action.sa_handler = on_tell;
    sigaction(SIGWINCH, &action, NULL);
    sigaction(SIGCONT, &action, NULL);
    return 0;
}

int cs_terminal_arm(const char *leave, size_t leave_count, const char *note, size_t note_count) {
    if (leave_count > text_limit || note_count > text_limit) {
        errno = E2BIG;
        return -1;
    }
    atomic_store(&is_armed, 0);
    memcpy(leave_text, leave, leave_count);
    leave_text_count = leave_count;
    memcpy(note_text, note, note_count);
    note_text_count = note_count;
    if (signal_pipe[0] < 0 && install() != 0) return -1;
    atomic_store(&is_armed, 1);
    return 0;
}

void cs_terminal_stop(void) {
    // The rest of the foreground job first, so that `make run` stops too.
    struct sigaction ignoring, before;
    memset(&ignoring, 0, sizeof ignoring);
    ignoring.sa_handler = SIG_IGN;
    sigaction(SIGTSTP, &ignoring, &before);
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &before, NULL);
    stop_here();
}

int cs_terminal_signal_descriptor(void) { return signal_pipe[0]; }

int cs_terminal_take_signals(void) {
    char bytes[64];
    if (signal_pipe[0] >= 0) {
        while (read(signal_pipe[0], bytes, sizeof bytes) > 0) {
        }
    }
    return atomic_exchange(&pending_signals, 0);
}
