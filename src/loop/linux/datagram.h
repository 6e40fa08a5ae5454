// One datagram, taken from the kernel and handed to the reader of its socket as the kernel would.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace nacd::loop {

class Datagram {
 public:
  // Takes the next datagram from the socket `fd`, without waiting. Returns 0 or an errno value.
  int Take(int fd);
  // Does what recvmsg(2) does with these arguments. Control data that does not fit is dropped (MSG_CTRUNC).
  ssize_t Give(msghdr* message, int flags) const;
  // Returns the sender's address and port, as bytes that can be compared.
  std::string_view sender() const { return {reinterpret_cast<const char*>(&from_), from_size_}; }

 private:
  std::string data_;
  std::string control_;
  sockaddr_storage from_ = {};
  socklen_t from_size_ = 0;
};

}  // namespace nacd::loop
