#include "requests/stores.h"

#include <utility>

namespace nacd::requests {

StoreKind KindOf(std::string_view store) {
  static constexpr std::pair<std::string_view, StoreKind> kSchemes[] = {
      {"postgres", StoreKind::kPostgres},  {"pg", StoreKind::kPostgres},        {"mysql", StoreKind::kMysql},
      {"mariadb", StoreKind::kMysql},      {"sqlite", StoreKind::kSqlite},      {"mssql", StoreKind::kOtherSql},
      {"sqlserver", StoreKind::kOtherSql}, {"cockroach", StoreKind::kOtherSql}, {"oracle", StoreKind::kOtherSql}};
  for (const auto& [scheme, kind] : kSchemes) {
    if (store.substr(0, scheme.size()) == scheme) return kind;
  }
  return StoreKind::kKeyValue;
}

bool ReadsSnapshot(StoreKind kind, Isolation isolation) {
  if (kind == StoreKind::kSqlite) return true;
  return HasTransactions(kind) && isolation >= Isolation::kRepeatableRead;
}

// InnoDB's repeatable read updates the newest row without a word.
bool RefusesLostUpdate(StoreKind kind, Isolation isolation) {
  if (kind == StoreKind::kSqlite) return true;
  if (!HasTransactions(kind)) return false;
  return isolation >= (kind == StoreKind::kMysql ? Isolation::kSnapshot : Isolation::kRepeatableRead);
}

// InnoDB locks the rows that a serializable transaction reads, and SQLite has one writer at a time. PostgreSQL watches
// serializable transactions only.
bool IsSerial(StoreKind kind, Isolation isolation, Isolation other) {
  if (kind == StoreKind::kSqlite) return true;
  if (!HasTransactions(kind) || isolation != Isolation::kSerializable) return false;
  return kind == StoreKind::kMysql || other == Isolation::kSerializable;
}

}  // namespace nacd::requests
