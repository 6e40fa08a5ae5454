// UDP traffic of this process with itself: which sent datagrams go to its own sockets, and which of them have not
// arrived yet. Process-wide, any thread.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "loop/linux/descriptor_set.h"

namespace nacd::loop {

class DatagramPeers {
 public:
  static DatagramPeers& Get();

  // Called when `fd` is bound. Returns its port if the kernel chose it for this process, now or for an earlier socket,
  // else 0.
  uint16_t OnBind(int fd, const sockaddr* to);
  // Call before a datagram is sent from `fd` to `to`, or to its connected peer (null). Returns false if somebody
  // outside may receive it.
  bool OnSending(int fd, const sockaddr* to);
  void OnReceived(int fd);
  // Takes no lock, since the children of fork() close descriptors, too.
  void OnClose(int fd) { closed_.Add(fd); }
  // Returns whether a datagram is in flight. The kernel usually delivers over loopback at once, but later under load.
  bool Moving();

 private:
  struct Bound {
    std::string address;
    bool only_v6 = false;
    bool may_share = false;  // another process may be bound to the same port
    int expected = 0;        // datagrams sent and not received
    int64_t sent_ns = 0;     // real time of the last one
    uint64_t order = 0;
  };

  void ForgetClosed();
  Bound* Find(const std::string& to, const std::string& local);
  static bool Takes(int fd, const Bound& bound, const std::string& to, const std::string& local);

  std::mutex mutex_;
  DescriptorSet closed_;
  std::unordered_map<int, Bound> bound_;
  std::unordered_set<uint16_t> chosen_;  // ports
  uint64_t so_far_ = 0;
};

}  // namespace nacd::loop
