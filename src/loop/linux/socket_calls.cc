#include "loop/linux/socket_calls.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/sendfile.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "loop/linux/controller.h"
#include "loop/linux/coordinator.h"
#include "loop/linux/fd_flags.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/file_changes.h"
#include "loop/linux/file_times.h"
#include "loop/linux/held_children.h"
#include "loop/linux/objects.h"
#include "loop/linux/others.h"
#include "loop/linux/socket_facts.h"
#include "loop/linux/this_thread.h"

#ifndef SYS_close_range
#define SYS_close_range 436  // the same on all architectures
#endif

namespace nacd::loop {
namespace {

bool ByMachinery() {
  const Controller* controller = CurrentController();
  return controller && controller->InMachinery();
}

std::string Origin(const char* what) {
  Controller* controller = CurrentController();
  return controller ? controller->FreshOrigin(what) : std::string();
}

// A child's pipes have the names of their order in the call, whichever is used first. libuv keeps the first end.
FdTable::Origins OriginsOfPair() {
  const Controller* controller = CurrentController();
  if (!controller || !controller->InCall()) return {};
  return {Origin("pipe"), Origin("end")};
}

// Before the bytes leave: their reader may connect to a port in them before write() returns.
void OnWriting(int fd, const iovec* parts, size_t count) {
  for (size_t i = 0; i < count; i++) FdTable::Get().OnTold(fd, parts[i].iov_base, parts[i].iov_len);
}

void OnSending(int fd, const msghdr& message) {
  if (FdTable::IsDatagram(fd)) {
    FdTable::Get().OnDatagram(fd, static_cast<const sockaddr*>(message.msg_name));
  } else {
    OnWriting(fd, message.msg_iov, message.msg_iovlen);
  }
}

// Returns true if what is written to `fd` is held: it counts as written (Sends).
bool IsHeld(int fd, const iovec* parts, size_t count) {
  Controller* controller = CurrentController();
  return controller && controller->controls() && controller->sends().Hold(fd, parts, count);
}

// Held bytes go before those that `fd` is given now, in another way than by libuv's own writes.
void FlushBefore(int fd) {
  if (Controller* controller = CurrentController()) controller->sends().Flush(fd);
}

size_t SizeOf(const iovec* parts, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; i++) size += parts[i].iov_len;
  return size;
}

void OnWritten(int fd) {
  if (Controller* controller = CurrentController()) controller->OnWritten(fd);
}

// Returns `result`, how many bytes the kernel has taken; negative: an error.
ssize_t Sent(int fd, ssize_t result) {
  OnWritten(fd);
  Controller* controller = result > 0 ? CurrentController() : nullptr;
  if (controller) controller->OnSent(fd);
  return result;
}

// Tells of a child before, since it may act before the call returns here, and after, since another thread may have made
// a pair meanwhile.
class Forking {
 public:
  Forking() {
    FileTimes::Get().BeforeChange();  // by the child, which does not know this process's ticks
    Others::OnForking();
    FdTable::Get().OnFork();
  }
  Forking(const Forking&) = delete;
  Forking& operator=(const Forking&) = delete;
  ~Forking() {
    const int error = errno;
    if (getpid() == process_) {
      FdTable::Get().OnFork();
      if (child_ == 0) Others::Meet();
    }
    errno = error;
  }

  // The child whose end this process will hear of; -1: there is none.
  void Made(pid_t child) {
    child_ = child;
    if (child != 0) Others::OnForked(child);
  }

 private:
  pid_t process_ = getpid();
  pid_t child_ = 0;
};

}  // namespace

void OnClosing(int fd) {
  const bool datagrams = FdTable::IsDatagram(fd);
  Controller* controller = CurrentController();
  if (controller) controller->OnSent(fd);  // the other end hears of it
  const int peer = FdTable::Get().OnClose(fd);
  if (!controller) return;
  controller->sends().Forget(fd);
  controller->OnClosed(fd, peer);
  if (datagrams) controller->datagrams().Forget(fd);
}

void OnClosingRange(unsigned first, unsigned last, int flags) {
  constexpr int kOnlyMarks = 4;  // as execve() shall close them
  if (flags & kOnlyMarks) return;
  const unsigned end = static_cast<unsigned>(fd_flags::End());
  for (unsigned fd = first; fd < end && fd <= last; fd++) {
    if (FdTable::Known(static_cast<int>(fd))) OnClosing(static_cast<int>(fd));
  }
}

int Close(int fd) {
  OnClosing(fd);
  return close(fd);
}

int Bind(int fd, const sockaddr* to, socklen_t size) {
  const int result = bind(fd, to, size);
  if (result == 0) FdTable::Get().OnBind(fd, to);
  return result;
}

int Listen(int fd, int backlog) {
  const int result = listen(fd, backlog);
  if (result == 0) FdTable::Get().OnListen(fd, Origin("listen"));
  if (result == 0 && CurrentController()) CurrentController()->OnListening();
  if (result == 0 && ByMachinery()) FdTable::SetMachinery(fd);
  return result;
}

int Connect(int fd, const sockaddr* to, socklen_t size) {
  const int result = connect(fd, to, size);
  const int error = errno;
  Controller* controller = CurrentController();
  // A refusal by this host has come by now, but Linux tells it only to who asks for it later.
  const bool refused = result != 0 && (error != EINPROGRESS || IsClosedTcp(fd));
  if (to && controller) controller->OnTried(to, size, refused);
  if (to && (result == 0 || error == EINPROGRESS)) {
    FdTable::Get().OnConnect(fd, to, Origin("connect"));
    if (ByMachinery()) FdTable::SetMachinery(fd);
    if (controller && controller->controls() && IsOfNode(__builtin_return_address(0))) {
      controller->sends().OnConnect(fd, to);
    }
    if (controller) controller->OnConnect(fd);
    OnWritten(fd);
  }
  errno = error;
  return result;
}

int Accept4(int listener, sockaddr* from, socklen_t* size, int flags) {
  const int fd = accept4(listener, from, size, flags);
  const int error = errno;
  if (fd >= 0) FdTable::Get().OnAccept(listener, fd);
  errno = error;
  return fd;
}

int Accept(int listener, sockaddr* from, socklen_t* size) { return Accept4(listener, from, size, 0); }

int Socketpair(int family, int type, int protocol, int fds[2]) {
  const int result = socketpair(family, type, protocol, fds);
  if (result != 0) return result;
  FdTable::Get().OnPair(fds[0], fds[1], ByMachinery(), OriginsOfPair());
  if (Controller* controller = CurrentController()) controller->OnConnect(fds[0]);
  return result;
}

int Pipe2(int fds[2], int flags) {
  const int result = pipe2(fds, flags);
  if (result == 0 && CurrentController()) CurrentController()->OnPipe(fds);
  if (result == 0) FdTable::Get().OnPair(fds[0], fds[1], ByMachinery(), OriginsOfPair());
  return result;
}

int Pipe(int fds[2]) { return Pipe2(fds, 0); }

pid_t Fork() {
  Forking forking;
  const HeldChildren::Start start = CurrentController() ? CurrentController()->PrepareFork() : HeldChildren::Start();
  const pid_t pid = fork();
  forking.Made(pid);
  if (pid == 0 && CurrentController()) {
    if (CurrentController()->controls()) HeldChildren::PrepareChild(start);
    SetController(nullptr);  // the loop is the parent's: what closes here must not have it look for children
  }
  if (pid != 0) HeldChildren::LetChildBegin(start);
  if (pid > 0 && CurrentController()) CurrentController()->OnForked(pid, start);
  return pid;
}

int Kill(pid_t pid, int signal) {
  if (Controller* controller = CurrentController()) controller->OnKill(pid, signal);
  return kill(pid, signal);
}

int PosixSpawn(pid_t* child, const char* path, const posix_spawn_file_actions_t* actions,
               const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  const Forking forking;
  return posix_spawn(child, path, actions, attributes, arguments, environment);
}

int PosixSpawnp(pid_t* child, const char* file, const posix_spawn_file_actions_t* actions,
                const posix_spawnattr_t* attributes, char* const arguments[], char* const environment[]) {
  const Forking forking;
  return posix_spawnp(child, file, actions, attributes, arguments, environment);
}

int System(const char* command) {
  const Forking forking;
  return system(command);
}

FILE* Popen(const char* command, const char* mode) {
  const Forking forking;
  return popen(command, mode);
}

int Dup(int fd) {
  const int copy = dup(fd);
  if (copy >= 0) FdTable::Get().OnCopied(fd, copy);
  return copy;
}

int Dup3(int from, int to, int flags) {
  const int copy = dup3(from, to, flags);
  if (copy < 0) return copy;
  OnClosing(copy);  // now: where `from` is wrong, nothing is closed
  FdTable::Get().OnCopied(from, copy);
  return copy;
}

int Dup2(int from, int to) { return from == to ? dup2(from, to) : Dup3(from, to, 0); }

int Fcntl(int fd, int command, long argument) {
  const int result = fcntl(fd, command, argument);
  if (result >= 0 && (command == F_DUPFD || command == F_DUPFD_CLOEXEC)) FdTable::Get().OnCopied(fd, result);
  return result;
}

int CloseRange(unsigned first, unsigned last, int flags) {
  OnClosingRange(first, last, flags);
  return static_cast<int>(syscall(SYS_close_range, first, last, flags));
}

ssize_t Write(int fd, const void* data, size_t size) {
  HeldChildren::BeforeChildWrites();
  FdTable::Get().OnTold(fd, data, size);
  if (size == sizeof(uint64_t)) Coordinator::OnWritten(fd);  // what an eventfd takes
  const iovec part = {const_cast<void*>(data), size};
  if (IsHeld(fd, &part, 1)) return static_cast<ssize_t>(size);
  const FileWrite change(fd);
  return Sent(fd, change.Ended(write(fd, data, size)));
}

ssize_t Writev(int fd, const iovec* parts, int count) {
  OnWriting(fd, parts, count > 0 ? count : 0);
  if (count > 0 && IsHeld(fd, parts, count)) return static_cast<ssize_t>(SizeOf(parts, count));
  const FileWrite change(fd);
  return Sent(fd, change.Ended(writev(fd, parts, count)));
}

ssize_t Pwrite(int fd, const void* data, size_t size, off_t offset) {
  FdTable::Get().OnTold(fd, data, size);
  const FileWrite change(fd);
  return change.Ended(pwrite(fd, data, size, offset));
}

ssize_t Pwritev(int fd, const iovec* parts, int count, off_t offset) {
  OnWriting(fd, parts, count > 0 ? count : 0);
  const FileWrite change(fd);
  return change.Ended(pwritev(fd, parts, count, offset));
}

ssize_t Send(int fd, const void* data, size_t size, int flags) {
  FdTable::Get().OnTold(fd, data, size);
  FlushBefore(fd);
  return Sent(fd, send(fd, data, size, flags));
}

ssize_t Sendmsg(int fd, const msghdr* message, int flags) {
  OnSending(fd, *message);
  FlushBefore(fd);
  const ssize_t result = Sent(fd, sendmsg(fd, message, flags));
  if (result >= 0 && message->msg_controllen > 0) FdTable::Get().OnDescriptorSent();
  return result;
}

ssize_t Sendto(int fd, const void* data, size_t size, int flags, const sockaddr* to, socklen_t length) {
  iovec part = {const_cast<void*>(data), size};
  msghdr message = {};
  message.msg_name = const_cast<sockaddr*>(to);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  OnSending(fd, message);
  FlushBefore(fd);
  return Sent(fd, sendto(fd, data, size, flags, to, length));
}

int Sendmmsg(int fd, mmsghdr* messages, unsigned count, int flags) {
  for (unsigned i = 0; i < count; i++) OnSending(fd, messages[i].msg_hdr);
  return sendmmsg(fd, messages, count, flags);
}

ssize_t Sendfile(int to, int from, off_t* offset, size_t size) {
  FdTable::Get().OnTold(to, nullptr, 0);
  FlushBefore(to);
  const FileWrite change(to);
  return Sent(to, change.Ended(sendfile(to, from, offset, size)));
}

int Shutdown(int fd, int how) {
  Controller* controller = CurrentController();
  if (controller && how == SHUT_WR && controller->sends().HoldEnd(fd)) return 0;
  FlushBefore(fd);
  const int result = shutdown(fd, how);
  Sent(fd, result == 0 ? 1 : result);
  return result;
}

}  // namespace nacd::loop
