// The part of FdTable that every write and close needs. Lock-free, since signal handlers and the children of fork()
// write and close, too.
#pragma once

#include <cstdint>

#include "loop/linux/descriptor_set.h"

namespace nacd::loop::fd_flags {

constexpr int kMaxFd = DescriptorSet::kEnd;  // descriptors above it count as outside

using Flags = uint16_t;
constexpr Flags kKnown = 1, kInside = 2, kTcp = 4, kPair = 8, kListener = 16;
constexpr Flags kExposed = 32;  // of a listener: somebody outside may know it, from now on
constexpr Flags kOutside = 64;  // a connection to somebody outside
constexpr Flags kMachinery = 128;
constexpr Flags kDatagram = 512;  // a UDP socket created by libuv or c-ares
constexpr Flags kAgreed = 1024;   // of a listener: its port is agreed upon, so somebody outside may know it
constexpr Flags kUntold = 2048;   // of a listener: inside although this process has not connected to it
constexpr Flags kShared = 256;    // another descriptor, known or not, is the same socket, or the same as its other end

Flags FlagsOf(int fd);
// Returns whether `fd` is a UDP socket that libuv or c-ares created here, and that nobody else has.
bool IsOwnDatagram(int fd);
void StoreFlags(int fd, Flags flags);
// Sets or clears a flag of a descriptor, and keeps its others. Returns whether the flag was set before.
bool ChangeFlag(int fd, Flags flag, bool set);
// Above all descriptors that have flags.
int End();

// Returns whether these are the flags of a listener that is not exposed, and whether there is such a listener.
bool IsSecluded(Flags flags);
bool AnySecluded();

// Connects two descriptors as the ends of one connection.
void Join(int one, int other);
// Returns the other end, or -1.
int PeerOf(int fd);
// Returns the other end, or -1, and disconnects the two.
int TakePeer(int fd);

// Changes with each flag.
uint64_t Generation();
void Change();
// How often a descriptor has changed from inside to outside.
uint64_t ExposuresSoFar();
void CountExposure();

// Called when a descriptor is sent to another process, which may have any socket from now on. Returns false if one was
// sent before.
bool OnDescriptorSent();
bool IsDescriptorSent();

}  // namespace nacd::loop::fd_flags
