// Clients of this process that are connected but not accepted yet. Another thread may accept a connection before the
// client's own connect() returns: such an accepted end waits for its client.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace nacd::loop {

// Not thread-safe. `key` says which clients and accepted ends belong together: one connection of TCP ("client address >
// server address"), or all of one unix listener, in their order.
class WaitingClients {
 public:
  struct Client {
    int fd = -1;  // -1: closed
    std::string origin;
    int listener = -1;
    bool copied = false;  // of a closed one: another descriptor may still be the same socket
  };
  struct Accepted {
    int fd = -1;  // -1: closed
    int listener = -1;
    bool copied = false;  // as above
  };

  static std::string KeyOfUnix(int listener);

  // Called when a client is connected. Returns the end that was already accepted; if none, the client waits.
  std::optional<Accepted> Connected(const std::string& key, Client client);
  // Called when an end is accepted. Returns its client; none if the client is not known yet or belongs to another
  // process.
  std::optional<Client> Take(const std::string& key, const Accepted& accepted);
  bool Any(const std::string& key) const;
  // Returns the open clients that wait for this listener.
  std::vector<int> ClientsOf(int listener) const;

  // `fd` is closed; `copied`: another descriptor may be the same socket. A client may still be accepted, but its number
  // will belong to somebody else.
  void Forget(int fd, bool copied);
  // Called when nobody will accept its clients any longer.
  void ForgetListener(int listener);

 private:
  struct Queue {
    std::deque<Client> clients;
    std::deque<Accepted> accepted;
  };
  using Queues = std::map<std::string, Queue>;

  void DropIfEmpty(Queues::iterator queue);

  Queues queues_;
  std::unordered_map<int, std::string> early_;  // accepted ends that wait for their client: their keys
};

}  // namespace nacd::loop
