// The table of the process's sockets and pipes: which have both ends in this process ("inside": nothing outside
// can wake them), what they were made for, and which descriptor is the other end. The interposed system calls feed it.
// A descriptor whose creation it has not seen counts as outside. Process-wide, any thread.
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

  // Called when libuv or c-ares has created a UDP socket.
  static void OnDatagramSocket(int fd);
  // Called when `fd` is bound, perhaps to a port that the kernel chose.
  void OnBind(int fd, const sockaddr* to);
  // These feed the table. Call each after its system call has succeeded (connect: also after EINPROGRESS).
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
  // Called after a fork. The child may have inherited pipes and socket pairs, so they are no longer inside. Neither
  // are descriptors that a new program would keep (no FD_CLOEXEC).
  void OnFork();
  // `to` is now a copy of `from` (dup). Neither is inside any longer, since we cannot see who has the copies.
  void OnCopied(int from, int to);
  // Bytes are about to leave the process. Nobody outside knows a port that the kernel chose until the process writes
  // its number to a file or pipe, or anything to a connection or datagram socket that leads outside. Such a listener is
  // inside until then. Cheap when there is none that only this process knows.
  void OnTold(int fd, const void* data, size_t size);
  // The same, before a UDP socket sends a datagram to `to`, or to its connected peer (null). Datagrams to a socket of
  // this process disclose nothing.
  void OnDatagram(int fd, const sockaddr* to);
  // Called when a descriptor was sent to another process: from now on nothing is inside.
  void OnDescriptorSent();
  // Called when the program listens to the channel of the process that forked it, even though the channel does not
  // keep its loop alive.
  static void OnChannelHeard();
  // Returns whether the program may hear something on a channel that does not keep its loop alive.
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
  // Called when `ns` of time were skipped.
  static void OnSkipped(int64_t ns);

  // Lock-free.
  static bool Inside(int fd);
  static bool InsideTcp(int fd);
  // Returns true if another descriptor may refer to the same socket.
  static bool Shared(int fd);
  // Returns true if this process has created `fd` since we began to watch.
  static bool Known(int fd);
  // Returns true for an end of a pipe or socket pair that this process has created.
  static bool IsPair(int fd);
  // Return true if `fd` is a UDP socket that libuv or c-ares created here. IsOwnDatagram() also requires that nobody
  // else has it.
  static bool IsDatagram(int fd);
  static bool IsOwnDatagram(int fd);
  // Returns true for such a UDP socket while nobody is known who could answer or who has learned of it.
  static bool IsUntoldDatagram(int fd);
  // Returns true if a test runner or transformer created `fd` for its own use.
  static bool Machinery(int fd);
  static void SetMachinery(int fd);
  // Returns how often an open descriptor has changed from inside to outside.
  static uint64_t Exposures();

  // Returns the origin that `fd` is named after; empty if we did not see it being created.
  std::string OriginOf(int fd);
  // Describes a connection. `origin`: what it is named after. `server`: the origin of the listener that has accepted
  // it. `link`: the same at both ends, also in other processes of this machine. Each is empty if unknown.
  struct Connection {
    std::string origin;
    std::string server;
    std::string link;
  };
  Connection ConnectionOf(int fd);
  // Returns the other end, or -1.
  static int PeerOf(int fd);
  // True if, as far as we know, the other end of `fd` is in this process, or was until it was closed.
  static bool HasOwnPeer(int fd);
  // True if this process has a connection to the unix socket `listener` that is not accepted yet. Also true if
  // `listener` may have a copy.
  bool HasOwnClient(int listener);
  // Returns the listener of this process that has yet to accept the client `fd`, or -1.
  int ListenerOf(int fd);
  // Changes whenever Inside() may have changed for some descriptor.
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
    std::string link;    // of a connection by TCP within this machine
  };
  // The table, locked and up to date. False if a signal handler interrupted its own thread's access.
  class Access {
   public:
    explicit Access(FdTable* table);
    // Also false if another thread holds the table.
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
