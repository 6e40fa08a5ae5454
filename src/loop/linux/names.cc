#include "loop/linux/names.h"

#include <utility>

#include "names/name.h"

namespace nacd::loop {

std::string_view Names::Context() const { return InCall() ? scheduler_->current_call().name : std::string_view(root_); }

bool Names::IsMachinery() const {
  if (InCall()) return scheduler_->current_call().machinery;
  return root_.empty() ? in_runner_ : root_machinery_;
}

std::string Names::Fresh(std::string_view what, std::string_view where) {
  const std::string_view context = Context();
  std::string name = names::PartOf(context, what, where);
  const uint64_t hash = names::HashOf(name);
  const uint32_t count = context.empty() ? ++counts_[hash] : in_contexts_.Next(names::HashOf(context), hash);
  return names::WithCount(std::move(name), count);
}

std::string Names::Root(std::string_view name) const {
  const std::string_view context = Context();
  return std::string(context.empty() ? name : context);
}

}  // namespace nacd::loop
