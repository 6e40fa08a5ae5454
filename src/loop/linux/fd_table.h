// The process's knowledge about its sockets and pipes: which have both ends in this process ("inside": nothing outside
// can wake them), what they were made for, and which is the other end. Fed by the interposed system calls; what it has
// not seen being made counts as outside. Process-wide, any thread.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "loop/linux/descriptor_set.h"
#include "loop/linux/waiting_clients.h"

namespace nacd::loop {

class FdTable {
 public:
  static FdTable& Get();

  // libuv or c-ares has made a socket of UDP.
  static void OnDatagramSocket(int fd);
  // Bound, maybe to a port that the kernel chose.
  void OnBind(int fd, const sockaddr* to);
  // The events that feed it; each after the system call succeeded (connect: also with EINPROGRESS).
  void OnListen(int fd, std::string origin);
  void OnConnect(int fd, const sockaddr* to, std::string origin);
  void OnAccept(int listener, int fd);
  // `machinery`: made by a test runner or transformer, for its own use (Operation).
  // `origins`: of each end.
  struct Origins {
    std::string one, other;
  };
  void OnPair(int one, int other, bool machinery = false, Origins origins = {});
  // These five are called where signal handlers and the children of fork() write and close: they take no lock.
  // The descriptor is about to be closed. Returns the other end if it is a TCP socket of this process, else -1.
  int OnClose(int fd);
  // A child process may have inherited pipes and socket pairs: they are no longer inside. Nor is what a new program
  // would keep (no FD_CLOEXEC).
  void OnFork();
  // `to` is the same as `from` now (dup): neither is inside any longer, since nobody sees who has the copies.
  void OnCopied(int from, int to);
  // Bytes are about to leave the process. Nobody outside knows a port that the kernel chose until the process writes
  // its number to a file or pipe, or anything to a connection or datagram socket that leads outside. Such a listener is
  // inside until then. Cheap when there is none that only this process knows.
  void OnTold(int fd, const void* data, size_t size);
  // The same before a datagram leaves a socket of UDP for `to`, or for its peer (null). What goes to a socket of this
  // process tells nobody.
  void OnDatagram(int fd, const sockaddr* to);
  // A descriptor was sent to another process: from now on nothing is inside.
  void OnDescriptorSent();
  // The program hears the channel to the process that forked it, though nothing that comes there keeps its loop alive.
  static void OnChannelHeard();
  // False: it hears nothing there as long as that is so.
  static bool HearsIdleChannel();
  // `wait`: a listener on any host, on a port that was agreed upon, stays outside although this process has connected
  // to it, and others until it has. At first true. Where only delays are skipped, somebody who comes later meets what a
  // slow network would have shown. Where all waiting is, the program's own limits would run out first.
  static void WaitForAgreed(bool wait);
  // Returns true if only delays are skipped, no other process that this one has started is left, and it has not spoken
  // to somebody outside: nobody is known to have been told to come. False as well from the moment at which more was
  // skipped than may be.
  static bool ExpectsNobody();
  // Somebody who needs not be told may still come, as to a server on a port that its users know: from now on that many
  // ns of time may be skipped while this process expects nobody. Without a call there is no limit: the tests of a test
  // runner come themselves to what they listen on.
  static void ExpectNobodyFor(int64_t ns);
  // So much time was skipped.
  static void OnSkipped(int64_t ns);

  // Lock-free.
  static bool Inside(int fd);
  static bool InsideTcp(int fd);
  // Another descriptor may be the same socket.
  static bool Shared(int fd);
  // Returns true if this process has made `fd` since it is watched.
  static bool Known(int fd);
  // Returns true for an end of a pipe or socket pair that this process has made.
  static bool IsPair(int fd);
  // Returns true if libuv or c-ares made `fd`, a socket of UDP, here; the second also if nobody else has it.
  static bool IsDatagram(int fd);
  static bool IsOwnDatagram(int fd);
  // Returns true for such a socket of UDP while nobody is known to have been told of it, nor to answer.
  static bool IsUntoldDatagram(int fd);
  // Returns true if a test runner or transformer made `fd` for its own use.
  static bool Machinery(int fd);
  static void SetMachinery(int fd);
  // Returns how often a descriptor that was inside has come to be outside while it was open.
  static uint64_t Exposures();

  // Returns the origin that `fd` is named after; empty if it was not seen being made.
  std::string OriginOf(int fd);
  // Returns the origin of the listener that has accepted `fd`; empty: not known, or it was not accepted.
  std::string ServerOf(int fd);
  // The other end, or -1.
  static int PeerOf(int fd);
  // True if the other end of `fd` is in this process, as far as is known, or was until it was closed.
  static bool HasOwnPeer(int fd);
  // True if this process has connected to the unix socket `listener` and the connection is not accepted yet, as far as
  // is known: a copy of it may be connected to.
  bool HasOwnClient(int listener);
  // The listener of this process that has yet to accept the connection of the client `fd`, or -1.
  int ListenerOf(int fd);
  // Changes whenever the answer of Inside may have changed for some descriptor.
  uint64_t generation();

 private:
  enum class Kind : uint8_t { kListener, kClient, kAccepted, kPair };
  struct Entry {
    Kind kind;
    bool outside = false;  // of a listener: another process may take its connections
    int listener = -1;     // of a client that is not accepted yet
    uint32_t accepted = 0;
    uint32_t strangers = 0;  // of a listener: connections whose clients are not known
    std::string address;     // of a listener
    std::string origin;
    std::string server;  // of an accepted end: the listener's origin
  };
  // The table, locked and up to date; false where a signal handler has interrupted its thread's own access.
  class Access {
   public:
    explicit Access(FdTable* table);
    // False as well where another thread has the table.
    Access(FdTable* table, std::try_to_lock_t);
    ~Access();
    Access(const Access&) = delete;
    Access& operator=(const Access&) = delete;
    explicit operator bool() const { return static_cast<bool>(lock_); }

   private:
    std::unique_lock<std::mutex> lock_;
  };

  void Set(int fd, Entry entry, bool inside);
  static void SetInside(int fd, bool inside);
  int FindListener(const std::string& key, const std::string* local);
  static void Reveal(int listener);
  static void Expose();  // all listeners
  static void SpeakToOthers();
  static void Expose(int listener);
  static void Share(int fd);
  void Seclude(int listener);
  int Original(int listener);
  void Update();
  void ShareClients(int listener);
  void ForgetClosed();
  void ForgetListener(int fd);
  void Accept(int listener, int fd, bool inside, const WaitingClients::Client& client);
  void Join(int client, const WaitingClients::Accepted& accepted);
  void ConnectUnix(int fd, const sockaddr* to, std::string origin);
  void ConnectTcp(int fd, const sockaddr* to, std::string origin);

  DescriptorSet copied_listeners_;  // since the table was used last
  DescriptorSet closed_;            // the same
  DescriptorSet closed_copies_;     // of these, those of which another descriptor may be the same socket
  std::mutex mutex_;
  std::unordered_map<int, Entry> entries_;
  std::vector<int> listeners_;
  std::set<int> bound_to_any_;  // not listening yet
  WaitingClients waiting_;
};

}  // namespace nacd::loop
