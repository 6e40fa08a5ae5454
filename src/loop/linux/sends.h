// Bytes from one loop to another process. What the program writes to a connection can be held for a while, as on a
// slow network, so that data on another connection reaches the server first. The program sees no difference: the
// kernel, too, would have accepted the bytes at once.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>

#include "loop/linux/clock.h"
#include "loop/linux/names.h"
#include "schedule/hold.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

// Only for stream sockets that this loop has connected to a peer outside this process, while another of its
// connections leads to the same peer. One connection alone keeps its order, so holding its bytes would show nothing.
// Connections within the process are held where their bytes arrive (Descriptors). All on the loop's thread.
class Sends {
 public:
  Sends(schedule::Scheduler* scheduler, Names* names) : scheduler_(scheduler), names_(names) {}

  // Called when Node.js connects `fd` to `to`. (Not for an addon's socket, which may block until it has the answer.)
  void OnConnect(int fd, const sockaddr* to);
  // Decides about bytes that the program writes to `fd`. Returns true if they are held and count as written. If false,
  // the caller passes them to the kernel, which already has everything before them.
  bool Hold(int fd, const iovec* parts, size_t count);
  // The same for shutdown(2), the end of the stream.
  bool HoldEnd(int fd);
  // Flush held bytes to the kernel: those of `fd`, before it is closed or used in another way, or all.
  void Flush(int fd);
  void FlushAll();
  // Call before `fd` is closed.
  void Forget(int fd);

  // Passes the bytes that are due to the kernel.
  void Release(int64_t now);
  void ReleaseSoon();
  void GoThroughGates(int64_t now);
  int64_t NextDue() const { return next_due_; }
  bool holding() const { return !busy_.empty(); }
  void Dump(std::string* out) const;

 private:
  struct Item {
    std::string data;  // empty: the end
    std::string name;
    schedule::Hold hold;
  };
  struct Connection {
    std::string peer;
    std::string origin;
    bool checked = false;  // that it leads outside
    uint32_t sent = 0;
    size_t held_bytes = 0;
    std::deque<Item> held;  // in the order in which they were written
  };

  Connection* Find(int fd);
  // No other connection leads to the same peer.
  bool IsAlone(const Connection& connection) const { return peers_.at(connection.peer) < 2; }
  bool IsRoomFor(int fd, const Connection& connection, size_t size) const;
  bool HoldItem(int fd, Connection* connection, std::string data);
  void SendFirst(int fd, Connection* connection);
  void Drop(int fd);
  void Count();

  schedule::Scheduler* scheduler_;
  Names* names_;
  std::unordered_map<int, Connection> connections_;
  std::unordered_map<std::string, int> peers_;  // number of connections to each
  std::set<int> busy_;                          // those that hold something
  int64_t next_due_ = kNever;
};

}  // namespace nacd::loop
