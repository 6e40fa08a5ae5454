#include "operation/resource.h"

namespace nacd::schedule {

std::string_view ResourceOf(std::string_view name) {
  const size_t site = name.find('@');
  const std::string_view api = name.substr(0, site);
  const size_t open = api.find('(');
  const size_t close = api.rfind(')');
  if (open != std::string_view::npos && close != std::string_view::npos && open + 1 < close) {
    return api.substr(open + 1, close - open - 1);
  }
  // A call site has slashes of its own; what follows the count is a part of the call.
  const size_t count = name.find('#', site == std::string_view::npos ? 0 : site);
  if (count == std::string_view::npos) return name;
  return name.substr(0, name.find('/', count));
}

}  // namespace nacd::schedule
