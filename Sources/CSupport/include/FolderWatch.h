#ifndef CSUPPORT_FOLDER_WATCH_H
#define CSUPPORT_FOLDER_WATCH_H

#include <stddef.h>
#include <stdint.h>

// FolderWatch.c: changes of folders, as the kernel tells them. Functions return a result of 0 or more,
// or the negated error number.

/// Creates a descriptor that becomes readable when something changes in a watched folder.
int cs_folder_watch_create(void);
/// Watches a folder for changes of what is in it, and of itself; a folder watched already stays so.
int cs_folder_watch_add(int watch, const char *path);
/// Reads all changes that were told so far, and forgets them.
///
/// The result is 1 when there were some.
int cs_folder_watch_drain(int watch);

#endif
