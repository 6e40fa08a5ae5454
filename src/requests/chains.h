// Chains of statements: one request makes them at the same time in one process, such as by Promise.all over functions
// that each read and then write. A chain may call services between its statements.
#pragma once

#include <vector>

#include "requests/branches.h"
#include "requests/recording.h"

namespace nacd::requests {

// Returns lists of chains of one request each, as FindBranches does of calls. A statement belongs to the chain with its
// transaction, else to one that names the same row, else to one that another chain has gone on like, else to the one
// whose answer is the latest; a call, with all that it causes, to the last of these. Statements of synchronous drivers
// never overlap.
std::vector<std::vector<Branch>> FindChains(const Recording& recording, const Caused& caused);

// Returns whether the first statements of both use one connection, which carries out what it gets in that order.
bool ShareConnection(const Recording& recording, const Branch& a, const Branch& b);

}  // namespace nacd::requests
