// State of the whole process, shared by its threads: the seed, the line that reports it, the script, and the real time
// that its slow children may take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace nacd::hooks {

// Returns the process's seed: `given` if there is one, else the one that an earlier call chose, else a random one. Any
// thread.
uint32_t ProcessSeed(std::optional<uint32_t> given);

// Returns the script that the process runs, as the first call gave it. (A worker does not know its own script before
// it runs.) Any thread.
std::string MainScript(const std::string& given);

// Adds `ms`, which may be negative, to the real time taken by delays in the process's slow children. Returns the sum.
// Any thread.
double SpendOnChildren(double ms);

// Arranges that the seed is printed on standard error, in one line, if the process exits with a status other than 0.
// May be called repeatedly; any thread. Returns false if the system cannot report the status (no glibc).
bool TellSeedOnFailure(uint32_t seed);

}  // namespace nacd::hooks
