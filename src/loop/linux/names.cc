#include "loop/linux/names.h"

#include <functional>
#include <utility>

#include "names/name.h"

namespace nacd::loop {

std::string_view Names::Context() const { return InCall() ? scheduler_->current_call().name : std::string_view(root_); }

bool Names::IsMachinery() const {
  if (InCall()) return scheduler_->current_call().machinery;
  return root_.empty() ? in_runner_ : root_machinery_;
}

std::string Names::Fresh(std::string_view what, std::string_view where) {
  std::string name = names::PartOf(Context(), what, where);
  const uint32_t count = ++counts_[std::hash<std::string>{}(name)];
  return names::WithCount(std::move(name), count);
}

std::string Names::Root(std::string_view name) const {
  const std::string_view context = Context();
  return std::string(context.empty() ? name : context);
}

}  // namespace nacd::loop
