// Bytes on their way from one loop to another process. What the program writes to a connection can be held for a while,
// as on a slow network, so that what another connection carries reaches the server first. The program sees no
// difference: the kernel would have taken the bytes at once, too.
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

// Only for stream sockets that this loop has connected to a peer outside this process while another of its connections
// leads to the same peer: one connection keeps its order, so holding what it sends alone would show nothing.
// Connections within the process are held where their bytes arrive (Descriptors). All on the loop's thread.
class Sends {
 public:
  Sends(schedule::Scheduler* scheduler, Names* names) : scheduler_(scheduler), names_(names) {}

  // Node.js connects `fd` to `to`. (Not for a socket of an addon, which may block until it has the answer.)
  void OnConnect(int fd, const sockaddr* to);
  // Decides about bytes that the program writes to `fd`. Returns true if they are held here and count as written. If
  // not, the caller gives them to the kernel, which has everything before them by then.
  bool Hold(int fd, const iovec* parts, size_t count);
  // The same for the end of what is written, shutdown(2).
  bool HoldEnd(int fd);
  // Gives the kernel all that is held: of `fd`, which is about to be closed or to be used in another way, or of all.
  void Flush(int fd);
  void FlushAll();
  // `fd` is about to be closed.
  void Forget(int fd);

  // Gives the kernel what is due.
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
  std::unordered_map<std::string, int> peers_;  // how many connections lead there
  std::set<int> busy_;                          // those that hold something
  int64_t next_due_ = kNever;
};

}  // namespace nacd::loop
