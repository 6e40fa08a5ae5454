// Gates: an operation that reaches one waits until the gate is open. Interleaving (Vainer and Yehudai), section 2, with
// operations in the place of threads. A gate is a hold without a time: Decide() answers with a ticket where it else
// answers with milliseconds.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "operation/operation.h"
#include "schedule/location.h"

namespace nacd::schedule {

struct GateSpec {
  std::vector<Location> where;  // holds any of these; none: the gate only reports when it opens
  std::vector<Location> after;  // opens when all of these have run
  uint32_t barrier = 0;         // opens when this many operations wait here
  bool by_hand = false;         // opens when Open() says so, and only then
};

// Belongs to one loop's thread. Costs nothing but a test for any() while no gate is set.
class Gates {
 public:
  // An operation that was seen since the first gate was set; alike ones are counted together.
  struct Seen {
    std::string api;
    std::string site;
    Phase phase;
    uint32_t count = 0;
  };
  // An operation that was started and has not run yet.
  struct Expected {
    std::string name;
    Phase phase;
    uint64_t object = 0;
  };
  // A location, and the operations there so far.
  struct Watch {
    Location location;
    uint32_t matched = 0;
    bool met = false;  // the operation that the location asks for has come
    bool ran = false;
    std::vector<Expected> expected;
  };
  struct Waiting {
    std::string name;
    Phase phase = Phase::kCallback;
    std::string api;
    std::string site;
    uint64_t object = 0;
    std::vector<uint32_t> gates;  // all have to be open
    bool arrived = false;         // waits there now
    bool released = false;        // has found them open; they may be closed again since
  };
  // An operation that could not be held here, and why.
  struct Refusal {
    std::string api;
    std::string site;
    Phase phase;
    std::string why;
  };
  struct Gate {
    std::vector<Watch> where;
    std::vector<Watch> after;
    uint32_t barrier = 0;
    bool by_hand = false;
    bool open = false;
    uint32_t reached = 0;  // how many came here while it was closed, or found it open
    std::vector<Refusal> refusals;
  };

  // Sets a gate; returns its id, from 1.
  uint32_t Add(const GateSpec& spec);
  // Removes it: operations that wait there alone go on.
  void Remove(uint32_t id);
  void Open(uint32_t id);
  // Closes it: operations wait again from now on.
  void Close(uint32_t id);
  bool any() const { return !gates_.empty(); }
  // True when a gate asks for what calls were given, or for the functions they were made in.
  bool asks_details() const { return asks_details_; }

  // `operation` is known of. Returns its ticket when it has to wait at gates that are closed now.
  Ticket Expect(const Operation& operation);
  // It is carried out now.
  void Ran(std::string_view name, Phase phase);
  // It was cancelled.
  void Cancelled(std::string_view name, Phase phase);
  // It has a ticket, but can't be held: it goes on, and the report says why.
  void Refuse(Ticket ticket, const std::string& why);

  // The ticket that was given to an operation; 0: none, or it may go on.
  Ticket TicketOf(std::string_view name, Phase phase) const;
  bool IsOpen(Ticket ticket) const;
  // The operation has come to its gates. Returns whether they are open.
  bool Arrive(Ticket ticket);
  // Grows with each opening: the event loop's control asks its holds (hold.h) again then.
  uint64_t openings() const { return openings_; }
  // Grows with whatever may bring a gate nearer to opening: a kind of operation that was not seen before, one that a
  // gate is about. Repetition brings no news.
  uint64_t news() const { return news_; }
  // True while something waits at a closed gate, or for one to open.
  bool blocked() const;

  // Called with each opening: IsOpen() may have changed. Must not set or change gates.
  void set_on_release(std::function<void()> on_release) { on_release_ = std::move(on_release); }
  // Called when a gate opens by itself. Must not call JavaScript.
  void set_on_open(std::function<void(uint32_t)> on_open) { on_open_ = std::move(on_open); }
  // Called when blocked() may have changed.
  void set_on_change(std::function<void()> on_change) { on_change_ = std::move(on_change); }

  const std::map<uint32_t, Gate>& gates() const { return gates_; }
  const std::map<Ticket, Waiting>& waiting() const { return waiting_; }
  const std::vector<Seen>& seen() const { return seen_; }

 private:
  void Remember(const Operation& operation);
  bool Meets(Watch* watch, const Operation& operation);
  void Advance(uint32_t id, Gate* gate);
  void OpenGate(uint32_t id, Gate* gate);
  void ReleaseOpen();
  uint32_t WaitingAt(uint32_t id) const;
  void Look();

  std::map<uint32_t, Gate> gates_;
  std::map<Ticket, Waiting> waiting_;  // by order of tickets, so that what is released keeps the order it came in
  std::unordered_map<std::string, Ticket> tickets_;  // by phase and name
  std::vector<Seen> seen_;
  std::unordered_map<std::string, size_t> seen_index_;
  uint32_t last_gate_ = 0;
  Ticket last_ticket_ = 0;
  uint64_t openings_ = 0;
  uint64_t news_ = 0;
  bool asks_details_ = false;
  std::function<void()> on_release_;
  std::function<void(uint32_t)> on_open_;
  std::function<void()> on_change_;
};

}  // namespace nacd::schedule
