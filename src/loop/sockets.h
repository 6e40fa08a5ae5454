// Questions about the sockets and pipes behind libuv's handles. Each is answered on the loop's thread.
#pragma once

#include <uv.h>

#include <string>

namespace nacd::loop {

// Returns a TCP socket's own address, as bytes that can be compared; empty where it has none.
std::string AddressOf(const uv_handle_t* handle);
// The same for the address that it is connected to.
std::string PeerOf(const uv_handle_t* handle);
// True for a socket, or a named pipe, that accepts connections.
bool IsListening(const uv_handle_t* handle);
// True for a pipe (and for no channel of child_process) whose other end is in this process. False where the system
// does not tell.
bool IsOwnPipe(const uv_handle_t* handle);

}  // namespace nacd::loop
