#include "schedule/location.h"

#include <catch2/catch.hpp>

namespace nacd::schedule {

TEST_CASE("the call site is in a name", "[schedule]") {
  CHECK(SiteOfName("fs.stat@a.js:3:5#1") == "a.js:3:5");
  CHECK(SiteOfName("fs.stat(x@y.js:1:1)@b/a.js:3:5#1/fs.stat#2") == "b/a.js:3:5");
  CHECK(SiteOfName("net.Socket.data@b/a.js:3:5/12#3") == "b/a.js:3:5");
  CHECK(SiteOfName("fs.WriteStream.open@a.js:3:5/1<67f5a737#1/fs.open#1") == "a.js:3:5");
  CHECK(SiteOfName("fs.stat@a.js:3:5#2<67f5a737") == "a.js:3:5");
  CHECK(SiteOfName("worker_threads.MessagePort.message@/5#1").empty());
  CHECK(SiteOfName("connect#1/ready#2").empty());
}

}  // namespace nacd::schedule
