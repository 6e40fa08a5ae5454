// Asks the kernel about one socket. Any thread; async-signal-safe. May change errno, except IsInternet().
#pragma once

namespace nacd::loop {

// Returns AF_UNSPEC if it is no socket.
int FamilyOf(int fd);
// Returns an option of the level SOL_SOCKET; 0 if there is none.
int IntOption(int fd, int option);
// Returns whether it is a TCP or UDP socket.
bool IsInternet(int fd);
// Returns whether a TCP socket has no connection and is not waiting for one. Right after connect() that means it was
// refused, as by a port of this host on which nobody listens.
bool IsClosedTcp(int fd);
// Returns whether both descriptors refer to the same socket.
bool AreSame(int one, int other);
// Returns whether this process created the other end of a unix socket. For a client: whether this process called
// listen().
bool PeerIsThisProcess(int fd);

}  // namespace nacd::loop
