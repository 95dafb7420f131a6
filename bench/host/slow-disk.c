/* Makes each sync take 2 ms longer, as on a slow disk: cc -shared -fPIC, then LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

#define DELAY_US 2000

int fsync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
  usleep(DELAY_US);
  return real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = dlsym(RTLD_NEXT, "fdatasync");
  usleep(DELAY_US);
  return real(fd);
}
