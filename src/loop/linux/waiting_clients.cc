#include "loop/linux/waiting_clients.h"

#include <utility>

namespace nacd::loop {
namespace {

constexpr size_t kMostEarly = 64;  // of one key; more are clients whose connect() is not seen

bool IsOfUnix(const std::string& key) { return key.starts_with('@'); }

}  // namespace

std::string WaitingClients::KeyOfUnix(int listener) { return '@' + std::to_string(listener); }

void WaitingClients::DropIfEmpty(Queues::iterator queue) {
  if (queue->second.clients.empty() && queue->second.accepted.empty()) queues_.erase(queue);
}

std::optional<WaitingClients::Accepted> WaitingClients::Connected(const std::string& key, Client client) {
  const auto queue = queues_.try_emplace(key).first;
  if (queue->second.accepted.empty()) {
    if (!IsOfUnix(key)) queue->second.clients.clear();  // a connection that was reset: its addresses are used again
    queue->second.clients.push_back(std::move(client));
    return std::nullopt;
  }
  const Accepted first = queue->second.accepted.front();
  queue->second.accepted.pop_front();
  early_.erase(first.fd);
  DropIfEmpty(queue);
  return first;
}

std::optional<WaitingClients::Client> WaitingClients::Take(const std::string& key, const Accepted& accepted) {
  const auto queue = queues_.try_emplace(key).first;
  if (queue->second.clients.empty()) {
    if (queue->second.accepted.size() >= kMostEarly) {
      early_.erase(queue->second.accepted.front().fd);
      queue->second.accepted.pop_front();
    }
    queue->second.accepted.push_back(accepted);
    early_[accepted.fd] = key;
    return std::nullopt;
  }
  Client first = std::move(queue->second.clients.front());
  queue->second.clients.pop_front();
  DropIfEmpty(queue);
  return first;
}

bool WaitingClients::Any(const std::string& key) const {
  const auto queue = queues_.find(key);
  return queue != queues_.end() && !queue->second.clients.empty();
}

std::vector<int> WaitingClients::ClientsOf(int listener) const {
  std::vector<int> found;
  for (const auto& [key, queue] : queues_) {
    for (const Client& client : queue.clients) {
      if (client.listener == listener && client.fd >= 0) found.push_back(client.fd);
    }
  }
  return found;
}

void WaitingClients::Forget(int fd, bool copied) {
  const auto early = early_.extract(fd);
  // TCP addresses may be reused. For a unix listener, the matching client has yet to be recorded.
  if (!early.empty() && !IsOfUnix(early.mapped())) queues_.erase(early.mapped());
  for (auto& [key, queue] : queues_) {
    for (Client& client : queue.clients) {
      if (client.fd != fd) continue;
      client.fd = -1;
      client.copied = copied;
    }
    for (Accepted& accepted : queue.accepted) {
      if (accepted.fd != fd) continue;
      accepted.fd = -1;
      accepted.copied = copied;
    }
  }
}

void WaitingClients::ForgetListener(int listener) {
  for (auto queue = queues_.begin(); queue != queues_.end();) {
    const auto current = queue++;
    std::erase_if(current->second.clients, [listener](const Client& client) { return client.listener == listener; });
    DropIfEmpty(current);
  }
  const auto queue_of_unix = queues_.find(KeyOfUnix(listener));
  if (queue_of_unix == queues_.end()) return;
  for (const Accepted& accepted : queue_of_unix->second.accepted) early_.erase(accepted.fd);
  queues_.erase(queue_of_unix);
}

}  // namespace nacd::loop
