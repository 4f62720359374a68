// SPDX-License-Identifier: MIT
// A disk that is slow or full on demand, for faults.mjs: loaded before the program, it looks at the first
// byte of the file that $FAULTY_DISK names at every write: 'f' full, 's' slow, anything else well.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char state(void) {
    static volatile char *byte;
    if (!byte) {
        const char *path = getenv("FAULTY_DISK");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        void *map = file < 0 ? MAP_FAILED : mmap(NULL, 1, PROT_READ, MAP_SHARED, file, 0);
        byte = map == MAP_FAILED ? "-" : map;
        if (file >= 0)
            close(file);
    }
    return *byte;
}

// May this be written?
static int goes(int file) {
    struct stat about;
    char now = state();
    if ((now != 'f' && now != 's') || fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return 1;
    if (now == 's')
        usleep(30000);
    else
        errno = ENOSPC;
    return now == 's';
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) {
    return goes(file) ? REAL(pwrite)(file, bytes, count, at) : -1;
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t at) {
    return goes(file) ? REAL(pwrite64)(file, bytes, count, at) : -1;
}
ssize_t write(int file, const void *bytes, size_t count) {
    return goes(file) ? REAL(write)(file, bytes, count) : -1;
}
int fsync(int file) {
    return goes(file) ? REAL(fsync)(file) : -1;
}
int fdatasync(int file) {
    return goes(file) ? REAL(fdatasync)(file) : -1;
}
