// SPDX-License-Identifier: Apache-2.0
#include "../../runner/protocol.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmath>

namespace {

using namespace protocol;

request_message some_request() {
  request_message m;
  m.id = ~0ull;
  m.exercise = "sort";
  m.schedule = "fifo";
  m.kernel_seconds = 8;
  m.params = {{"n", -5}};
  m.buffers = {{"keys", "uint32", 4, 100, kGuardBefore, false}, {"none", "", 0, 0, 0, true}};
  m.image_bytes = kGuardBefore + 400 + kGuardAfter;
  return m;
}

TEST(Protocol, RequestsSurviveTheWire) {
  const request_message m = some_request();
  const auto back = parse_request(to_text(m));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->id, m.id);
  EXPECT_EQ(back->exercise, "sort");
  EXPECT_EQ(back->params, m.params);
  ASSERT_EQ(back->buffers.size(), 2u);
  EXPECT_EQ(back->buffers[0].offset, kGuardBefore);
  EXPECT_TRUE(back->buffers[1].null);
}

TEST(Protocol, BuffersOutsideTheImageAreRefused) {
  for (const std::size_t count : {std::size_t{101}, std::size_t{1} << 62, ~std::size_t{0}}) {
    request_message m = some_request();
    m.buffers[0].count = count;
    EXPECT_FALSE(parse_request(to_text(m))) << count;
  }
  for (const std::size_t offset :
       {std::size_t{0}, kGuardBefore + 1, kGuardBefore + kAlignment, ~std::size_t{0} - kAlignment + 1}) {
    request_message m = some_request();
    m.buffers[0].offset = offset;
    EXPECT_FALSE(parse_request(to_text(m))) << offset;
  }
}

TEST(Protocol, RepliesSurviveTheWire) {
  reply_message m;
  m.kind = reply::answered;
  m.id = 7;
  m.text = "bytes \xff that are not UTF-8";
  m.values = {{"passes", 4.5}, {"nothing", NAN}};
  m.phases = {{"scan", 1.25}, {"scatter", 2}};
  const auto back = parse_reply(to_text(m));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->kind, reply::answered);
  EXPECT_EQ(back->phases, m.phases);
  EXPECT_EQ(back->values.at("passes"), 4.5);
  EXPECT_TRUE(std::isnan(back->values.at("nothing")));
}

TEST(Protocol, EveryKindHasItsOwnName) {
  for (int k = 0; k <= static_cast<int>(reply::runner_fault); ++k) {
    const auto kind = static_cast<reply>(k);
    EXPECT_EQ(reply_named(name_of(kind)), kind);
  }
  EXPECT_FALSE(reply_named("unknown"));
}

TEST(Protocol, LongTextsAreCut) {
  reply_message m;
  m.text = std::string(1 << 20, 'x');
  EXPECT_LE(to_text(m).size(), kMaxMessage);
  for (int i = 0; i < 10000; ++i) m.values["value" + std::to_string(i)] = i;
  EXPECT_LE(to_text(m).size(), kMaxMessage);
}

TEST(Protocol, NonsenseIsNoReply) {
  const std::string good = to_text(reply_message{});
  ASSERT_TRUE(parse_reply(good));
  for (const char* text : {"", "pass", "[]", "{}", "null", "{\"kind\":\"answered\"}", "{\"kind\":7}"})
    EXPECT_FALSE(parse_reply(text)) << text;
  EXPECT_FALSE(parse_reply(std::string(60000, '[')));
  for (std::size_t cut = 0; cut < good.size(); ++cut) EXPECT_FALSE(parse_reply(good.substr(0, cut)));
}

class Socket : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends_), 0); }
  void TearDown() override {
    close(ends_[0]);
    close(ends_[1]);
  }
  int ends_[2];
  std::string text_;
  std::vector<int> fds_;
};

TEST_F(Socket, CarriesTextAndDescriptors) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  ASSERT_TRUE(send_packet(ends_[0], "hello", {pipe_ends[1]}));
  ASSERT_EQ(receive_packet(ends_[1], true, text_, fds_), received::message);
  EXPECT_EQ(text_, "hello");
  ASSERT_EQ(fds_.size(), 1u);
  EXPECT_EQ(write(fds_[0], "x", 1), 1);
  for (const int fd : {pipe_ends[0], pipe_ends[1], fds_[0]}) close(fd);
}

TEST_F(Socket, TellsNothingFromClosedAndTooLong) {
  EXPECT_EQ(receive_packet(ends_[1], false, text_, fds_), received::nothing);
  ASSERT_TRUE(send_packet(ends_[0], std::string(kMaxMessage + 1, 'x')));
  EXPECT_EQ(receive_packet(ends_[1], true, text_, fds_), received::too_long);
  shutdown(ends_[0], SHUT_RDWR);
  EXPECT_EQ(receive_packet(ends_[1], true, text_, fds_), received::closed);
}

}  // namespace
