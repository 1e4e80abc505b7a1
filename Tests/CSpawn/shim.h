#pragma once
#include <spawn.h>

// glibc's header hides these two from Swift, as it does from C without _GNU_SOURCE.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
