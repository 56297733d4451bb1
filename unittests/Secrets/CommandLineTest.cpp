//===- CommandLineTest.cpp - Tests of secrets among arguments -------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hprof/Secrets/MaskSecrets.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "gtest/gtest.h"

using namespace hprof;
using namespace llvm;

static std::string masked(std::string Text) {
  static const SecretMatcher M =
      cantFail(SecretMatcher::create(builtinSecretRules()));
  return maskSecrets(M, std::move(Text), SecretNameKind::None);
}

/// \p Before and \p After with a secret between them.
static std::string hidden(StringRef Before, StringRef After = "") {
  return (Before + "<secret: password in a command>" + After).str();
}

TEST(CommandLine, UsersAreFollowedByPasswords) {
  for (StringRef Option : {"-u ", "-U ", "-u=", "--user ", "--user=", "--auth=",
                           "--auth ", "--login ", "--proxy-user=", "-user ",
                           "--db-username=", "-u '", "--auth=\""})
    EXPECT_EQ(masked("com.acme.Main -v " + Option.str() + "admin:Wq7!mm -x"),
              hidden("com.acme.Main -v " + Option.str() + "admin:", " -x"));
  EXPECT_EQ(masked("Main --auth=admin:tiger"), hidden("Main --auth=admin:"));
}

TEST(CommandLine, AllOfThemAreHidden) {
  EXPECT_EQ(masked("Main -u a:Wq7!mm -p Kq8#xyz --user b:Zx9%abc -P Lp5!qrs"),
            hidden("Main -u a:",
                   hidden(" -p ", hidden(" --user b:", hidden(" -P ")))));
}

TEST(CommandLine, PasswordsFollowTheirOption) {
  for (StringRef Option :
       {"-p ", "-P ", "-p=", "--pass ", "-pass ", "--pass=", "-pw ", "--pw="})
    EXPECT_EQ(masked("/opt/shop.jar " + Option.str() + "Wq7!mmx -x"),
              hidden("/opt/shop.jar " + Option.str(), " -x"));
}

TEST(CommandLine, ProgramsAreClassesAndFiles) {
  for (StringRef Program :
       {"Main", "com.acme.Main", "com.acme.shop/com.acme.Main", "shop.jar",
        "/opt/shop/shop.jar", "java -jar x", "/usr/bin/java -cp x Main",
        "C:\\jdk\\java.exe Main", "pid 7\ncom.acme.Main"})
    EXPECT_EQ(masked(Program.str() + " -p Wq7!mmx"),
              hidden(Program.str() + " -p "));
}

TEST(CommandLine, OthersAreNoSecrets) {
  for (StringRef Text :
       {"Main -p 8080", "Main -P 65535", "Main -p=443", "Main -p shop",
        "Main -p build/out", "Main -p /etc/shop.conf", "Main -p a.b.C",
        "Main -p ${PORT}", "Main -p -v", "Main -p", "Main -u root",
        "Main -u root -v", "Main --user=bob", "Main -u 1000:1000",
        "Main --auth localhost:8080", "Main -u http://db.acme.org/x",
        "Main -u jdbc:mysql://db/x", "Main -u a::b", "Main -u C:\\temp\\x1",
        "Main -u $USER:$PASS", "Main --auth=user:<password>",
        "Main --auth=user:password", "Main --user-file a:b7!kx",
        // These are not options of Java programs.
        "mkdir -p Wq7!mmx", "docker run -u node:node8 x",
        "see: com.acme.Main\nls -p Wq7!mmx"})
    EXPECT_EQ(masked(Text.str()), Text);
}

/// Reports mask parts of a text first, and then the whole text.
TEST(CommandLine, TwiceIsOnce) {
  for (StringRef Text :
       {"Main --password Wq7!mmx -x", "Main -p Wq7!mmx --auth=a:Wq7!mm",
        "password=Wq7!mmx", "{\"password\": \"Wq7!mmx\"}"}) {
    const std::string Once = masked(Text.str());
    EXPECT_NE(Once, Text);
    EXPECT_EQ(masked(Once), Once);
  }
}

/// A long line is not scanned again for each option.
TEST(CommandLine, LongLinesTakeNoLonger) {
  std::string Text = "Main";
  for (unsigned I = 0; I != 20000; ++I)
    Text += " -p Wq7!mmx";
  const std::string Once = masked(Text);
  EXPECT_EQ(Once.find("Wq7"), std::string::npos);
}
