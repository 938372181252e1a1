#include <spawn.h>

#ifdef __GLIBC__
// Swift's Glibc module lacks this function, which the C library has since version 2.34.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
#endif
