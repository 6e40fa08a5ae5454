// Orders of completions that libuv's pool could have made, as a loop under control delivers them.
#include <netdb.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <iterator>
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

// In a process of its own: threads that other tests have started may have to do with any task.
TEST_CASE("a quick task runs on the loop's thread where a worker is free, and its completion comes by the loop",
          "[loop][.alone]") {
  ControlledLoop loop(0);
  int at_once = 0;
  // A slow machine has the workers do it for a while.
  for (int i = 0; i < 1000 && at_once < 10; i++) at_once += IsAnsweredAtOnce(&loop);
  CHECK(at_once == 10);
}

TEST_CASE("a quick task whose start is held runs when it is due", "[loop]") {
  ControlledLoop loop(1);
  for (int i = 0; i < 50; i++) CHECK_FALSE(IsAnsweredAtOnce(&loop));
}

// Four tasks that wait, and one that makes a folder. A timer looks for it and then lets the four end.
struct FullPool {
  uv_sem_t go;
  uv_work_t waiting[4] = {};
  std::string folder;
  bool early = false;

  // Returns whether the folder was made while all workers waited.
  bool Run(ControlledLoop* loop) {
    folder = "/tmp/nacd-full-pool-" + std::to_string(getpid());
    uv_sem_init(&go, 0);
    for (uv_work_t& work : waiting) {
      work.data = this;
      uv_queue_work(
          loop->get(), &work, [](uv_work_t* self) { uv_sem_wait(&static_cast<FullPool*>(self->data)->go); },
          [](uv_work_t*, int) {});
    }
    uv_fs_t request = {};
    uv_fs_mkdir(loop->get(), &request, folder.c_str(), 0700, [](uv_fs_t*) {});
    uv_timer_t timer;
    timer.data = this;
    uv_timer_init(loop->get(), &timer);
    uv_timer_start(&timer, Look, 1000, 0);
    loop->Run();
    CHECK(request.result == 0);
    uv_fs_req_cleanup(&request);
    uv_sem_destroy(&go);
    rmdir(folder.c_str());
    return early;
  }

  static void Look(uv_timer_t* timer) {
    auto* self = static_cast<FullPool*>(timer->data);
    self->early = access(self->folder.c_str(), F_OK) == 0;
    for (size_t i = 0; i < std::size(self->waiting); i++) uv_sem_post(&self->go);
    uv_close(reinterpret_cast<uv_handle_t*>(timer), nullptr);
  }
};

TEST_CASE("a quick task whose start is held waits for a worker when it is due", "[loop]") {
  ControlledLoop loop(1);
  for (int i = 0; i < 5; i++) CHECK_FALSE(FullPool().Run(&loop));
}

}  // namespace nacd::loop
