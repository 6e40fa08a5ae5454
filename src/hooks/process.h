// State of the whole process, shared by its threads: the seed, the line that reports it, the script, and the real time
// that its slow children may take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nacd::hooks {

// Returns the process's seed: `given` where there is one, else the one that an earlier call chose, else a random one.
// May be called on any thread.
uint32_t ProcessSeed(std::optional<uint32_t> given);

// Returns the script that the process runs: the one that the first call gave. Workers do not know their own before it
// runs. May be called on any thread.
std::string MainScript(const std::string& given);

// Adds `ms`, which may be negative, to the real time that delays in slow children of the process take, and returns the
// sum. May be called on any thread.
double SpendOnChildren(double ms);

// Has the seed printed on standard error, in one line, when the process ends with an exit status that is not 0. May be
// called more than once and on any thread. Returns false where the system cannot report the status (no glibc).
bool TellSeedOnFailure(uint32_t seed);

}  // namespace nacd::hooks
