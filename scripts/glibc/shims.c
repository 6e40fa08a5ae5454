// What libstdc++'s archive takes from a glibc newer than 2.28, made of what 2.28 has. Hidden: each serves this library
// alone. Linked into portable builds only (scripts/glibc/stubs.mjs).
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// False: always use atomic operations. Since 2.32.
char __libc_single_threaded = 0;

// Since 2.33. Before, the headers turned each into a call that names the structure's version.
#ifdef __x86_64__
enum { kStatVersion = 1 };
#else
enum { kStatVersion = 0 };
#endif
int __xstat(int version, const char* path, void* out);
int __lxstat(int version, const char* path, void* out);
int __fxstat(int version, int fd, void* out);
int __fxstatat(int version, int fd, const char* path, void* out, int flags);
int stat(const char* path, void* out) { return __xstat(kStatVersion, path, out); }
int lstat(const char* path, void* out) { return __lxstat(kStatVersion, path, out); }
int fstat(int fd, void* out) { return __fxstat(kStatVersion, fd, out); }
int fstatat(int fd, const char* path, void* out, int flags) { return __fxstatat(kStatVersion, fd, path, out, flags); }
int stat64(const char* path, void* out) { return stat(path, out); }
int lstat64(const char* path, void* out) { return lstat(path, out); }
int fstat64(int fd, void* out) { return fstat(fd, out); }
int fstatat64(int fd, const char* path, void* out, int flags) { return fstatat(fd, path, out, flags); }

// For std::random_device. Since 2.36.
int getentropy(void* buffer, size_t length);
uint32_t arc4random(void) {
  uint32_t value = 0;
  if (getentropy(&value, sizeof value) != 0) __builtin_trap();
  return value;
}

// For std::condition_variable::wait_for. Since 2.30; before, one could wait by the wall clock only.
int pthread_cond_timedwait(void* condition, void* mutex, const struct timespec* until);
int pthread_cond_clockwait(void* condition, void* mutex, clockid_t clock, const struct timespec* until) {
  struct timespec now;
  struct timespec wall;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &wall);
  wall.tv_sec += until->tv_sec - now.tv_sec;
  wall.tv_nsec += until->tv_nsec - now.tv_nsec;
  const long second = 1000000000;
  if (wall.tv_nsec >= second) wall.tv_sec += 1, wall.tv_nsec -= second;
  if (wall.tv_nsec < 0) wall.tv_sec -= 1, wall.tv_nsec += second;
  return pthread_cond_timedwait(condition, mutex, &wall);
}
