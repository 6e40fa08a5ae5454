// Facts about kinds of stores: which of them have transactions, and what those forbid.
#pragma once

#include <cstdint>
#include <string_view>

#include "requests/recording.h"

namespace nacd::requests {

// Returns the kind by the scheme of the store's name, such as postgres://127.0.0.1:5432/shop.
StoreKind KindOf(std::string_view store);

inline bool HasTransactions(StoreKind kind) { return kind != StoreKind::kKeyValue; }

// Returns whether the reads of a transaction all see the state of its first one.
bool ReadsSnapshot(StoreKind kind, Isolation isolation);
// Returns whether a transaction fails when it writes a row that another one wrote after the transaction's snapshot.
bool RefusesLostUpdate(StoreKind kind, Isolation isolation);
// Returns whether each order of a serializable transaction and `other` is equal to a serial one.
bool IsSerial(StoreKind kind, Isolation isolation, Isolation other);

}  // namespace nacd::requests
