#define _GNU_SOURCE
#include "FolderWatch.h"

#include <errno.h>
#include <sys/inotify.h>
#include <unistd.h>

int cs_folder_watch_create(void) {
    int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    return watch < 0 ? -errno : watch;
}

int cs_folder_watch_add(int watch, const char *path) {
    uint32_t kinds = IN_CLOSE_WRITE | IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM
        | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR;
    int result = inotify_add_watch(watch, path, kinds);
    return result < 0 ? -errno : 0;
}

int cs_folder_watch_drain(int watch) {
    char buffer[16384] __attribute__((aligned(8)));
    int found = 0;
    while (1) {
        ssize_t count = read(watch, buffer, sizeof buffer);
        if (count > 0) {
            found = 1;
        } else if (count == 0 || errno != EINTR) {
            return found;
        }
    }
}
