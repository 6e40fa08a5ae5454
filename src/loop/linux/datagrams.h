// The datagrams of one loop's UDP sockets. Those that the kernel has are taken from it and decided about one by one:
// some are held here for a while, so that others overtake them. Whoever else looks at the socket (poll(2), FIONREAD)
// sees a datagram that is held as one that is still on its way. What reads the socket on the loop's thread is given
// those that are due, and nothing else.
#pragma once

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "loop/linux/clock.h"
#include "loop/linux/datagram.h"
#include "loop/linux/names.h"
#include "schedule/hold.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

// All on the loop's thread. Only for sockets that FdTable::IsOwnDatagram() names: nobody else reads them, and they are
// not blocking.
class Datagrams {
 public:
  // A socket's part in names and decisions.
  struct Socket {
    std::string origin;
    const char* api = "udp";
    bool machinery = false;    // see Operation
    bool independent = false;  // datagrams of one sender may overtake each other, too: answers of a DNS server
  };

  // Asks `scheduler` for the options "datagram_reorder" (1: datagrams of one sender may change places, too) and
  // "datagram_loss" (the share that is lost).
  Datagrams(schedule::Scheduler* scheduler, Names* names);

  // Takes from the kernel what `fd` has, and decides about it. `socket` is looked at the first time only.
  void Take(int fd, const Socket& socket, int64_t now);
  // Returns true if a read of `fd` gives something now, a datagram or an error.
  bool IsReady(int fd) const;
  // Adds the sockets that are ready, and for which `wants_input` returns true, to the `count` events. Returns how many
  // these are then, at most `capacity`.
  template <typename WantsInput>
  int AddReady(epoll_event* events, int count, int capacity, WantsInput wants_input) const {
    for (const int fd : busy_) {
      if (IsReady(fd) && wants_input(fd)) count = Add(fd, events, count, capacity);
    }
    return count;
  }

  // Returns true if reads of `fd` have to come here.
  bool Controls(int fd) const { return sockets_.count(fd) > 0; }
  // As recvmsg(2) and recvmmsg(2) on a socket that this controls and that is not blocking.
  ssize_t Receive(int fd, msghdr* message, int flags);
  int ReceiveMany(int fd, mmsghdr* messages, unsigned count, int flags);

  // Lets those come that are due. Returns whether there were any.
  bool Release(int64_t now);
  void ReleaseSoon();
  void GoThroughGates(int64_t now);
  // `fd` is not this process's alone any longer: all that was taken comes at once. Returns true if nothing is left, so
  // that reads go to the kernel again.
  bool Leave(int fd);
  // The socket is closed: what it had is gone with it.
  void Forget(int fd);
  int64_t NextDue() const { return next_due_; }
  bool holding() const { return held_ > 0; }
  void Dump(std::string* out) const;

 private:
  struct Sender {
    std::string origin;  // what its datagrams are named after
    uint64_t number = 0;
    uint32_t datagrams = 0;
  };
  struct Item {
    Datagram datagram;
    std::string origin;
    std::string name;
    uint64_t sender = 0;
    uint32_t number = 0;  // on its socket
    schedule::Hold hold = {};
    bool lost = false;
  };
  struct State {
    Socket socket;
    std::unordered_map<std::string, Sender> senders;
    uint64_t senders_so_far = 0;
    std::deque<Item> held;  // in the order in which they came
    std::deque<Item> due;
    int error = 0;  // the next read returns it
    int64_t next_due = kNever;
    uint32_t so_far = 0;  // datagrams that came
  };

  Sender& SenderOf(State* state, const Datagram& datagram);
  void Decide(State* state, Item* item, int64_t now);
  bool IsLost(const State& state, uint32_t number);
  bool ReleaseOf(State* state, int64_t now);
  void Count();
  static int Add(int fd, epoll_event* events, int count, int capacity);

  schedule::Scheduler* scheduler_;
  Names* names_;
  bool any_order_;
  double loss_;
  std::unordered_map<int, State> sockets_;
  std::set<int> busy_;  // those that hold something or are ready
  size_t held_ = 0;
  int64_t next_due_ = kNever;
};

}  // namespace nacd::loop
