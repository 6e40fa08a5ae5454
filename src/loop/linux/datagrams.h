// The datagrams of one loop's UDP sockets. They are taken from the kernel and decided about one by one: some are held
// for a while, so that others overtake them. Reads of the socket on the loop's thread get only those that are due. For
// any other look at the socket (poll(2), FIONREAD) a held datagram has not arrived yet.
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

// All on the loop's thread. Only for sockets for which FdTable::IsOwnDatagram() is true: nobody else reads them, and
// they are non-blocking.
class Datagrams {
 public:
  // Facts about a socket that names and decisions need.
  struct Socket {
    std::string origin;
    const char* api = "udp";
    bool machinery = false;    // see Operation
    bool independent = false;  // datagrams of one sender may overtake each other, too: DNS answers
  };

  // Reads the options "datagram_reorder" (1: datagrams of one sender may change places, too) and "datagram_loss" (the
  // share that is lost) from `scheduler`.
  Datagrams(schedule::Scheduler* scheduler, Names* names);

  // Takes the datagrams of `fd` from the kernel and decides about each. `socket` is used the first time only.
  void Take(int fd, const Socket& socket, int64_t now);
  // Returns true if a read of `fd` would return something now, a datagram or an error.
  bool IsReady(int fd) const;
  // Appends ready sockets for which `wants_input` returns true to the `count` events. Returns the new count, at most
  // `capacity`.
  template <typename WantsInput>
  int AddReady(epoll_event* events, int count, int capacity, WantsInput wants_input) const {
    for (const int fd : busy_) {
      if (IsReady(fd) && wants_input(fd)) count = Add(fd, events, count, capacity);
    }
    return count;
  }

  // Returns true if this handles reads of `fd`.
  bool Controls(int fd) const { return sockets_.count(fd) > 0; }
  // Do what recvmsg(2) and recvmmsg(2) do, for a non-blocking socket that this handles.
  ssize_t Receive(int fd, msghdr* message, int flags);
  int ReceiveMany(int fd, mmsghdr* messages, unsigned count, int flags);

  // Releases those that are due. Returns whether there were any.
  bool Release(int64_t now);
  void ReleaseSoon();
  void GoThroughGates(int64_t now);
  // Called when another process may use `fd`, too: releases everything that was taken. Returns true if nothing is
  // left, so that reads go to the kernel again.
  bool Leave(int fd);
  // Drops what a closed socket had.
  void Forget(int fd);
  int64_t NextDue() const { return next_due_; }
  bool holding() const { return held_ > 0; }
  void Dump(std::string* out) const;

 private:
  struct Sender {
    std::string origin;  // its datagrams are named after it
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
    uint32_t so_far = 0;  // datagrams received
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
