#include "loop/linux/datagram.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

namespace nacd::loop {
namespace {

constexpr size_t kLargest = 65536;  // more than UDP can carry
constexpr size_t kMostControl = 512;

char* Buffer() {
  static thread_local const auto buffer = std::make_unique<char[]>(kLargest);
  return buffer.get();
}

size_t CopyTo(const iovec* parts, size_t count, std::string_view data) {
  size_t done = 0;
  for (size_t i = 0; i < count && done < data.size(); i++) {
    const size_t size = std::min(parts[i].iov_len, data.size() - done);
    if (size > 0) memcpy(parts[i].iov_base, data.data() + done, size);
    done += size;
  }
  return done;
}

}  // namespace

int Datagram::Take(int fd) {
  alignas(cmsghdr) std::array<char, kMostControl> control = {};  // the kernel leaves gaps
  iovec part = {Buffer(), kLargest};
  msghdr message = {};
  message.msg_name = &from_;
  message.msg_namelen = sizeof from_;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  const ssize_t size = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (size < 0) return errno;
  data_.assign(Buffer(), static_cast<size_t>(size));
  control_.assign(control.data(), message.msg_controllen);
  from_size_ = std::min<socklen_t>(message.msg_namelen, sizeof from_);
  return 0;
}

ssize_t Datagram::Give(msghdr* message, int flags) const {
  const size_t copied = CopyTo(message->msg_iov, message->msg_iovlen, data_);
  message->msg_flags = copied < data_.size() ? MSG_TRUNC : 0;
  if (message->msg_name) {
    memcpy(message->msg_name, &from_, std::min(message->msg_namelen, from_size_));
    message->msg_namelen = from_size_;
  }
  const bool fits = message->msg_control && control_.size() <= message->msg_controllen;
  if (fits) memcpy(message->msg_control, control_.data(), control_.size());
  if (!fits && !control_.empty()) message->msg_flags |= MSG_CTRUNC;
  message->msg_controllen = fits ? control_.size() : 0;
  return static_cast<ssize_t>(flags & MSG_TRUNC ? data_.size() : copied);
}

}  // namespace nacd::loop
