#include "loop/linux/names.h"

#include <functional>

namespace nacd::loop {

std::string_view Names::Context() const {
  return scheduler_->current_call().empty() ? std::string_view(root_) : scheduler_->current_call();
}

std::string Names::Fresh(std::string_view what, std::string_view where) {
  const std::string_view context = Context();
  std::string name(context);
  if (!context.empty()) name += '/';
  name += what;
  if (context.empty() && !where.empty()) (name += ':') += where;
  const uint32_t count = ++counts_[std::hash<std::string>{}(name)];
  name += '#';
  name += std::to_string(count);
  return name;
}

std::string Names::Root(std::string_view name) const {
  const std::string_view context = Context();
  return std::string(context.empty() ? name : context);
}

}  // namespace nacd::loop
