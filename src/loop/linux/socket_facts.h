// Asks the kernel about one socket. Any thread; async-signal-safe. errno is not kept, except by IsInternet().
#pragma once

namespace nacd::loop {

// AF_UNSPEC: no socket.
int FamilyOf(int fd);
// Returns an option of the level SOL_SOCKET; 0: none.
int IntOption(int fd, int option);
// Returns whether it is a socket of TCP or UDP.
bool IsInternet(int fd);
// Returns whether a socket of TCP has no connection and waits for none. Right after connect(): it was refused, as a
// port of this host does on which nobody listens.
bool IsClosedTcp(int fd);
// Returns whether both descriptors are the same socket.
bool AreSame(int one, int other);
// Returns whether this process has made the other end of a unix socket: of a client, whether it has called listen().
bool PeerIsThisProcess(int fd);

}  // namespace nacd::loop
