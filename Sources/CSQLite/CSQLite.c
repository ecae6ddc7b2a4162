#define _GNU_SOURCE
#include "CSQLite.h"

#include <fcntl.h>
#include <sys/stat.h>

int latchkey_file_birth(const char *path, uint64_t *inode, int64_t *nanoseconds) {
    const unsigned int wanted = STATX_INO | STATX_BTIME;
    struct statx status;
    if (statx(AT_FDCWD, path, 0, wanted, &status) != 0 || (status.stx_mask & wanted) != wanted) return 0;
    *inode = status.stx_ino;
    *nanoseconds = status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec;
    return 1;
}
