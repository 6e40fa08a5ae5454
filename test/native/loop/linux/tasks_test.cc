// Orders of completions that libuv's pool could have made, as a loop under control delivers them.
#include <netdb.h>

#include <catch2/catch.hpp>
#include <string>

#include "loop/linux/pool.h"
#include "loop/support.h"

namespace nacd::loop {
namespace {

constexpr int kRounds = 60;

// Tasks that write down their letters in the order of their completion.
class Round {
 public:
  explicit Round(uv_loop_t* loop) : loop_(loop) {}
  void Lookup(char letter) {
    addrinfo hints = {};
    hints.ai_flags = AI_NUMERICHOST;
    Request& request = requests_[count_++] = {this, letter};
    request.lookup.data = &request;
    const auto done = [](uv_getaddrinfo_t* lookup, int, addrinfo* found) {
      uv_freeaddrinfo(found);
      Done(lookup->data);
    };
    Expect(uv_getaddrinfo(loop_, &request.lookup, done, "127.0.0.1", nullptr, &hints) == 0, "no lookup");
  }
  void Work(char letter) {
    Request& request = requests_[count_++] = {this, letter};
    request.work.data = &request;
    uv_queue_work(
        loop_, &request.work, [](uv_work_t*) {}, [](uv_work_t* work, int) { Done(work->data); });
  }
  const std::string& order() const { return order_; }

 private:
  struct Request {
    Round* round;
    char letter;
    uv_getaddrinfo_t lookup;
    uv_work_t work;
  };
  static void Done(void* data) {
    const auto* request = static_cast<Request*>(data);
    request->round->order_ += request->letter;
  }

  uv_loop_t* loop_;
  Request requests_[8] = {};
  int count_ = 0;
  std::string order_;
};

}  // namespace

TEST_CASE("a third slow task does not end before both of the first two, where only two have workers", "[loop]") {
  ControlledLoop loop(1);
  int overtaken = 0, passed_by = 0;
  for (int i = 0; i < kRounds; i++) {
    Round round(loop.get());
    for (const char letter : {'1', '2', '3'}) round.Lookup(letter);
    for (const char letter : {'a', 'b'}) round.Work(letter);
    loop.Run();
    INFO(round.order());
    REQUIRE(Pool::Get().size() == 4);
    REQUIRE(round.order().size() == 5);
    CHECK(round.order().find_first_of("12") < round.order().find('3'));
    overtaken += round.order().find('2') < round.order().find('1');
    passed_by += round.order().find('b') < round.order().find_first_of("12");  // the last one in the queue
  }
  CHECK(overtaken > 0);
  CHECK(passed_by > 0);
}

// Asks for the status of a folder. Returns whether the answer is there before the loop runs.
bool IsAnsweredAtOnce(ControlledLoop* loop) {
  uv_fs_t request = {};
  bool done = false;
  request.data = &done;
  uv_fs_stat(loop->get(), &request, "/", [](uv_fs_t* asked) { *static_cast<bool*>(asked->data) = true; });
  const bool at_once = request.statbuf.st_mode != 0;
  CHECK_FALSE(done);
  loop->Run();
  CHECK(done);
  CHECK(request.result == 0);
  uv_fs_req_cleanup(&request);
  return at_once;
}

TEST_CASE("a quick task runs on the loop's thread where a worker is free, and its completion comes by the loop",
          "[loop]") {
  ControlledLoop loop(0);
  int at_once = 0;
  for (int i = 0; i < 50; i++) at_once += IsAnsweredAtOnce(&loop);
  CHECK(at_once >= 10);  // threads of the tests before may still be ending
}

TEST_CASE("a quick task whose start is held runs when it is due", "[loop]") {
  ControlledLoop loop(1);
  for (int i = 0; i < 50; i++) CHECK_FALSE(IsAnsweredAtOnce(&loop));
}

}  // namespace nacd::loop
