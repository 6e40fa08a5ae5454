// One datagram that was taken from the kernel, and is given to whoever reads its socket as the kernel would give it.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace nacd::loop {

class Datagram {
 public:
  // Takes the next one of the socket `fd`, without waiting. Returns errno; 0: done.
  int Take(int fd);
  // As recvmsg(2) with these arguments. Control data that do not fit are left out (MSG_CTRUNC).
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
