//===- HeapServiceTest.cpp - Tests of the requests of a page --------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Serve/HeapService.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

namespace {
class ServiceTest : public testing::Test {
protected:
  static HeapService::Options options() {
    HeapService::Options Is;
    Is.Token = "0123456789abcdef";
    Is.Page = "page";
    return Is;
  }

  int pageStatus(StringRef Host, StringRef Origin = "",
                 StringRef Query = "token=0123456789abcdef") {
    HttpRequest R;
    R.Path = "/";
    R.Query = Query.str();
    R.Host = Host.str();
    R.Origin = Origin.str();
    const HttpResponse Is = Service.answer(R, Client);
    EXPECT_EQ(Is.Status == 200, Is.Body == "page");
    return Is.Status;
  }

  HttpClient Client;
  const HeapService Service{options()};
};

TEST_F(ServiceTest, HostIsAnAddressOrLocalhost) {
  for (const char *Host : {"127.0.0.1:80", "127.0.0.1", "localhost:1",
                           "LocalHost", "[::1]:8080", "10.0.0.7:1"})
    EXPECT_EQ(pageStatus(Host), 200) << Host;
  for (const char *Host : {"", "evil.example", "127.0.0.1.evil.example:80",
                           "localhost.evil.example", "0x7f000001", "2130706433",
                           "127.1", "[evil.example]:80", "[::1", ":80"})
    EXPECT_EQ(pageStatus(Host), 403) << Host;
}

TEST_F(ServiceTest, OriginIsThePage) {
  EXPECT_EQ(pageStatus("127.0.0.1:80", "http://127.0.0.1:80"), 200);
  for (const char *Origin : {"null", "http://evil.example", "http://127.0.0.1",
                             "https://127.0.0.1:80", "http://127.0.0.1:80/"})
    EXPECT_EQ(pageStatus("127.0.0.1:80", Origin), 403) << Origin;
}

TEST_F(ServiceTest, TokenIsWhole) {
  EXPECT_EQ(pageStatus("localhost", "", "a=b&token=0123456789abcdef&c"), 200);
  for (const char *Query :
       {"", "token", "token=", "token=0123456789abcde",
        "token=0123456789abcdef0", "token=0123456789ABCDEF", "&&=&",
        "Token=0123456789abcdef", "xtoken=0123456789abcdef"})
    EXPECT_EQ(pageStatus("localhost", "", Query), 403) << Query;
}

TEST_F(ServiceTest, CallsNeedTheirOwnHeaders) {
  HttpRequest R;
  R.IsPost = true;
  R.Path = "/ask/none";
  R.Host = "localhost";
  R.Body = "{}";
  // The token of a page's address is not enough.
  R.Query = "token=0123456789abcdef";
  EXPECT_EQ(Service.answer(R, Client).Status, 403);
  R.Authorization = "0123456789abcdef";
  EXPECT_EQ(Service.answer(R, Client).Status, 403);
  R.Authorization = "Bearer 0123456789abcdef";
  // A form of another site can send this type without asking.
  R.ContentType = "text/plain";
  EXPECT_EQ(Service.answer(R, Client).Status, 415);
  R.ContentType = "application/json";
  EXPECT_EQ(Service.answer(R, Client).Status, 404);
  R.IsPost = false;
  EXPECT_EQ(Service.answer(R, Client).Status, 404);
}

TEST_F(ServiceTest, TokensDiffer) {
  const std::string One = makeToken(), Other = makeToken();
  EXPECT_EQ(One.size(), 32u);
  EXPECT_EQ(One.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(One, Other);
}
} // namespace
