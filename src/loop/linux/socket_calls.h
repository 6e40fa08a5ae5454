// Replace libc's functions for sockets, pipes and writing, in the import slots. They tell FdTable and the thread's
// loop what is created, connected, written and closed. Each does what libc's does, and preserves its errno. Any
// thread; those that are async-signal-safe in libc are so here, too.
#pragma once

#include <spawn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdio>

namespace nacd::loop {

// Called before `fd` is closed by anything but Close().
void OnClosing(int fd);
void OnClosingRange(unsigned first, unsigned last, int flags);

int Close(int fd);
int Bind(int fd, const sockaddr* to, socklen_t size);
int Listen(int fd, int backlog);
int Connect(int fd, const sockaddr* to, socklen_t size);
int Accept4(int listener, sockaddr* from, socklen_t* size, int flags);
int Accept(int listener, sockaddr* from, socklen_t* size);
int Socketpair(int family, int type, int protocol, int fds[2]);
int Pipe2(int fds[2], int flags);
int Pipe(int fds[2]);
pid_t Fork();
int Kill(pid_t pid, int signal);
int PosixSpawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
               const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]);
int PosixSpawnp(pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]);
int System(const char* command);
FILE* Popen(const char* command, const char* mode);
int Dup(int fd);
int Dup2(int from, int to);
int Dup3(int from, int to, int flags);
int Fcntl(int fd, int command, long argument);
int CloseRange(unsigned first, unsigned last, int flags);
ssize_t Write(int fd, const void* data, size_t size);
ssize_t Writev(int fd, const iovec* parts, int count);
ssize_t Pwrite(int fd, const void* data, size_t size, off_t offset);
ssize_t Pwritev(int fd, const iovec* parts, int count, off_t offset);
ssize_t Send(int fd, const void* data, size_t size, int flags);
ssize_t Sendmsg(int fd, const msghdr* message, int flags);
ssize_t Sendto(int fd, const void* data, size_t size, int flags, const sockaddr* to, socklen_t length);
int Sendmmsg(int fd, mmsghdr* messages, unsigned count, int flags);
ssize_t Sendfile(int to, int from, off_t* offset, size_t size);
int Shutdown(int fd, int how);

}  // namespace nacd::loop
