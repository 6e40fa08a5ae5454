#include "model/linearize.h"

#include <algorithm>

namespace nacd::model {
namespace {

using Names = Linearizer::Names;

std::string Join(const Names& names, const char* between) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : between) + name;
  return text;
}

bool InTail(const Names& order, const std::string& name) {
  return !order.empty() && std::find(order.begin() + 1, order.end(), name) != order.end();
}

// Returns the first head that is in no other order's tail, or null.
const std::string* NextHead(const std::vector<Names>& orders) {
  for (const Names& candidate : orders) {
    if (candidate.empty()) continue;
    const std::string& head = candidate.front();
    bool wanted_later = std::any_of(orders.begin(), orders.end(), [&](const Names& o) { return InTail(o, head); });
    if (!wanted_later) return &head;
  }
  return nullptr;
}

void DropHead(std::vector<Names>* orders, const std::string& head) {
  for (Names& order : *orders) {
    if (!order.empty() && order.front() == head) order.erase(order.begin());
  }
}

}  // namespace

const Names* Linearizer::Of(const std::string& name) {
  if (auto found = done_.find(name); found != done_.end()) return &found->second;
  auto opened = std::find(open_.begin(), open_.end(), name);
  if (opened != open_.end()) {
    fault_ = "inherits from itself: " + Join(Names(opened, open_.end()), " is ") + " is " + name;
    return nullptr;
  }

  const Names& bases = bases_of_(name);
  std::vector<Names> orders;
  open_.push_back(name);
  for (const std::string& base : bases) {
    const Names* order = Of(base);
    if (order == nullptr) return nullptr;
    orders.push_back(*order);
  }
  open_.pop_back();
  orders.push_back(bases);

  Names result{name};
  if (!Merge(name, std::move(orders), &result)) return nullptr;
  return &(done_[name] = std::move(result));
}

bool Linearizer::Merge(const std::string& name, std::vector<Names> orders, Names* result) {
  auto empty = [](const Names& order) { return order.empty(); };
  while (!std::all_of(orders.begin(), orders.end(), empty)) {
    const std::string* head = NextHead(orders);
    if (head == nullptr) {
      fault_ = "\"" + name + "\" inherits in an order that contradicts the order of what it inherits from: " +
               Join(bases_of_(name), ", ");
      return false;
    }
    result->push_back(*head);
    DropHead(&orders, result->back());
  }
  return true;
}

}  // namespace nacd::model
