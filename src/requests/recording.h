// A recording: everything that the traces of a program say about requests (docs/requests-format.md), as plain values.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "requests/strings.h"

namespace nacd::requests {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// Seed 002, table 3: D is no W, since two deletes do not conflict; A is an insert, append or create.
enum class EffectClass : uint8_t { kRead, kWrite, kAdd, kDelete };

enum class Isolation : uint8_t {
  kUnknown,
  kReadUncommitted,
  kReadCommitted,
  kRepeatableRead,
  kSnapshot,
  kSerializable
};

enum class StoreKind : uint8_t { kPostgres, kMysql, kSqlite, kOtherSql, kKeyValue };

// Part of an array of the recording.
struct Range {
  uint32_t first = 0;
  uint32_t count = 0;
};

// One column's condition: a row has one of these values there. The values are sorted.
struct Key {
  TextId column = kNone;
  Range values;
  bool made = false;  // the request generated these values: a copy of it has others
};

struct Effect {
  TextId table = kNone;      // kNone: the whole store
  uint32_t columns = kNone;  // in Recording::column_sets; kNone: all columns
  Range keys;                // sorted by column; empty: all rows
  uint32_t guarded = kNone;  // columns by which a guard compares, in Recording::column_sets; kNone: not told
  uint32_t operation = kNone;
  int32_t rows = -1;  // -1: not known
  EffectClass kind = EffectClass::kRead;
  bool unique = false;
  bool primary = false;
  bool guards = false;
  bool none = false;   // it touched no row, so it conflicts with nothing
  bool locks = false;  // of a read: FOR UPDATE
};

struct Operation {
  double start = 0;  // milliseconds of real time, the same clock for all traces
  double end = 0;
  double asked = kNever;     // when its connection, new for it, began to open; kNever: it waited for none
  uint32_t number = 0;       // in its file
  uint32_t request = kNone;  // in Recording::requests
  TextId store = kNone;
  TextId site = kNone;
  TextId api = kNone;
  TextId statement = kNone;
  TextId place = kNone;  // the call site; where it is not known, the statement without its values
  uint32_t connection = kNone;
  uint32_t transaction = kNone;  // in Recording::transactions
  uint32_t turn = kNone;
  Range effects;
  Isolation isolation = Isolation::kUnknown;
  StoreKind kind = StoreKind::kKeyValue;
  bool atomic = false;
  bool commutes = false;
  bool failed = false;
};

struct Request {
  uint32_t trace = 0;
  uint32_t number = 0;
  uint32_t status = 0;  // of the answer; 0: there is none, or it is not told
  double start = kNever;
  double end = kNever;
  TextId flow = kNone;
  TextId handler = kNone;
  TextId test = kNone;
  Range sent;  // in Recording::hashes
  Range received;
};

struct Transaction {
  double begin = kNever;
  double end = kNever;  // commit or rollback; kNever: neither was seen
  double last = 0;      // end of its last operation
  Isolation isolation = Isolation::kUnknown;
  bool rolled_back = false;
  TextId store = kNone;
};

struct Lock {
  uint32_t request = kNone;
  TextId store = kNone;
  TextId name = kNone;
  double acquired = 0;
  double released = kNever;
  double expires = kNever;     // so many milliseconds after it was taken it runs out
  uint32_t operation = kNone;  // number of the operation that took it
  uint32_t transaction = kNone;
  bool of_transaction = false;
  bool shared = false;
};

struct Message {
  uint32_t request = kNone;
  TextId queue = kNone;
  TextId id = kNone;
  double time = 0;
  bool sent = false;
};

struct Schema {
  std::vector<TextId> primary;
  std::vector<std::vector<TextId>> unique;  // the primary key, too
};

// A store's name and a table's, as the key of a map.
inline uint64_t TableKey(TextId store, TextId table) { return uint64_t{store} << 32 | table; }

struct Recording {
  Strings strings;
  std::vector<std::string> files;
  std::vector<Request> requests;
  std::vector<Operation> operations;
  std::vector<Effect> effects;
  std::vector<Key> keys;
  std::vector<TextId> values;
  std::vector<uint64_t> hashes;
  std::vector<std::vector<TextId>> column_sets;  // each sorted
  std::vector<Transaction> transactions;
  std::vector<Lock> locks;
  std::vector<Message> messages;
  std::unordered_map<uint64_t, Schema> schemas;  // by TableKey
  size_t unattributed = 0;                       // operations without a request
};

}  // namespace nacd::requests
