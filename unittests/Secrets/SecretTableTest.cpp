//===- SecretTableTest.cpp - Tests of the examples in the table -----------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Secrets/SecretNames.h"
#include "Secrets/SecretRows.h"
#include "hprof/Secrets/SecretMatcher.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <set>
#include <zlib.h>

using namespace hprof;
using namespace llvm;

using Ids = std::set<std::string>;

static const SecretMatcher &matcher() {
  static const SecretMatcher M =
      cantFail(SecretMatcher::create(builtinSecretRules()));
  return M;
}

/// The rules that match in \p Text.
static Ids rulesFor(StringRef Text) {
  Ids All;
  matcher().find(Text, [&](const SecretHit &H) {
    All.insert(matcher().rules()[H.Rule].Id);
  });
  return All;
}

/// The secrets found in \p Text.
static Ids secretsIn(StringRef Text) {
  Ids All;
  matcher().find(Text, [&](const SecretHit &H) { All.insert(H.Secret.str()); });
  return All;
}

TEST(SecretTable, EachRuleAloneFindsItsExample) {
  for (const RuleRow &R : secretRuleRows())
    EXPECT_EQ(rulesFor(R.Example), Ids({R.Id})) << R.Example;
}

TEST(SecretTable, NoRuleFindsACounterexample) {
  for (const RuleRow &R : secretRuleRows())
    EXPECT_EQ(rulesFor(R.Counterexample), Ids())
        << R.Id << ": " << R.Counterexample;
}

/// Tokens that begin with a word unique to their row are found in any text.
TEST(SecretTable, TokensAreFoundInOtherTexts) {
  for (const RuleRow &R : secretRuleRows()) {
    if (!R.ShowsStart)
      continue;
    const std::string Token = R.Example;
    for (const std::string &Text :
         {"see " + Token + " for it", "{\"a\": \"" + Token + "\"}",
          "<a>" + Token + "</a>", "first\n" + Token + "\r\nlast",
          "(" + Token + ")", "'" + Token + "', 'b'"})
      EXPECT_EQ(rulesFor(Text).count(R.Id), 1u) << R.Id << ": " << Text;
  }
}

/// The sources must not contain tokens that secret scanners would report.
TEST(SecretTable, NoTokenStandsInTheSources) {
  std::error_code Code;
  unsigned Files = 0;
  for (sys::fs::recursive_directory_iterator I(HPROF_SECRET_SOURCES, Code), End;
       I != End && !Code; I.increment(Code)) {
    auto File = MemoryBuffer::getFile(I->path());
    if (!File)
      continue;
    ++Files;
    matcher().find((*File)->getBuffer(), [&](const SecretHit &H) {
      EXPECT_FALSE(matcher().rules()[H.Rule].ShowsStart)
          << I->path() << ": " << H.Secret.str();
    });
  }
  EXPECT_FALSE(Code);
  EXPECT_GT(Files, 10u);
}

static std::string gzip(StringRef Text, int WindowBits) {
  std::string Out(Text.size() + 100, 0);
  z_stream Z{};
  EXPECT_EQ(deflateInit2(&Z, 9, Z_DEFLATED, WindowBits, 8, Z_DEFAULT_STRATEGY),
            Z_OK);
  Z.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(Text.data()));
  Z.avail_in = uInt(Text.size());
  Z.next_out = reinterpret_cast<Bytef *>(Out.data());
  Z.avail_out = uInt(Out.size());
  EXPECT_EQ(deflate(&Z, Z_FINISH), Z_STREAM_END);
  Out.resize(Z.total_out);
  deflateEnd(&Z);
  return Out;
}

static std::string percent(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += isAlnum(C) ? std::string(1, C)
                      : "%" + toHex(StringRef(&C, 1), /*LowerCase=*/false);
  return Out;
}

/// Encoded as in a submitted web form.
static std::string formEncoded(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += isAlnum(C) || StringRef("-_.*").contains(C) ? std::string(1, C)
           : C == ' '                                  ? "+"
                      : "%" + toHex(StringRef(&C, 1), /*LowerCase=*/false);
  return Out;
}

/// Encoded in Base64, in lines of \p Size characters, as in mails.
static std::string inLines(StringRef Text, size_t Size, StringRef Between) {
  const std::string All = encodeBase64(Text);
  std::string Out;
  for (size_t I = 0; I < All.size(); I += Size)
    Out += (I ? Between.str() : "") + All.substr(I, Size);
  return Out;
}

static std::string escaped(StringRef Text,
                           ArrayRef<std::pair<char, StringRef>> Escapes) {
  std::string Out;
  for (char C : Text) {
    const auto *E =
        find_if(Escapes, [&](const auto &Each) { return Each.first == C; });
    Out += E == Escapes.end() ? std::string(1, C) : E->second.str();
  }
  return Out;
}

/// A secret is found however it is encoded.
TEST(SecretTable, EachRuleFindsItsExampleInAllForms) {
  for (const RuleRow &R : secretRuleRows()) {
    const StringRef Text = R.Example;
    const Ids Secrets = secretsIn(Text);
    const std::pair<const char *, std::string> Forms[] = {
        {"base64", encodeBase64(Text)},
        {"base64", "data: " + encodeBase64(Text) + "; end"},
        {"lines of 20", inLines(Text, 20, "\r\n")},
        {"lines of 17", inLines(Text, 17, "\n")},
        {"lines of 70", inLines("It is:\n" + Text.str(), 70, "\n")},
        {"lines of 70", "Mail:\r\n" + inLines(Text, 70, "\r\n") + "\r\n--"},
        {"lines of 75", "a: |\n  " + inLines(Text, 75, "\n  ") + "\nb: 1"},
        {"lines of 64", inLines("It is:\n" + Text.str(), 64, "\n")},
        {"lines of 76", "Mail:\r\n" + inLines(Text, 76, "\r\n") + "\r\n--"},
        {"lines of 76", "a: |\n  " + inLines(Text, 76, "\n  ") + "\nb: 1"},
        {"hex", toHex(Text, /*LowerCase=*/true)},
        {"hex", "0x" + toHex(Text)},
        {"url", percent(Text)},
        {"form", formEncoded(Text)},
        {"form", formEncoded("100% of it:\n" + Text.str())},
        {"json", escaped(Text, {{'\n', "\\n"},
                                {'\r', "\\r"},
                                {'"', "\\\""},
                                {'/', "\\/"},
                                {'=', "\\u003d"},
                                {':', "\\u003A"}})},
        {"xml", escaped(Text, {{'"', "&quot;"},
                               {'<', "&lt;"},
                               {'>', "&gt;"},
                               {'&', "&amp;"},
                               {'\'', "&#39;"},
                               {':', "&#x3A;"}})},
        {"gzip", gzip(Text, 15 + 16)},
        {"gzip", "before it: " + gzip(Text, 15 + 16) + " after it"},
        {"gzip", gzip(Text, 15)},
    };
    for (const auto &[Form, Written] : Forms) {
      // Some secrets are found unchanged, because only the text around them is
      // escaped.
      const Ids Found = secretsIn(Written);
      for (const std::string &Secret : Secrets)
        EXPECT_TRUE(any_of(Found,
                           [&](StringRef F) {
                             // Alternatively, a preceding escape is taken for
                             // the beginning of the secret.
                             return StringRef(Secret).starts_with(F) ||
                                    F.ends_with(Secret);
                           }))
            << R.Id << " in " << Form << ": " << Written;
    }
  }
}

TEST(SecretTable, NamesEndInTheirWords) {
  for (const NameRow &R : secretNameRows()) {
    EXPECT_EQ(secretNameKind(R.Example),
              R.Kind == SecretNameKind::Secret ? SecretNameKind::Key : R.Kind)
        << R.Example;
    EXPECT_EQ(secretNameKind(R.Counterexample), SecretNameKind::None)
        << R.Counterexample;
  }
}

/// The rules for texts recognise all names that fields and keys can have.
TEST(SecretTable, NamesAreFoundInTexts) {
  for (const NameRow &R : secretNameRows()) {
    const std::string Name = R.Example, Value = "x7Tr0ub4dorQ9";
    for (const std::string &Text :
         {Name + "=" + Value, Name + ": \"" + Value + "\"",
          "{\"" + Name + "\":\"" + Value + "\"}",
          "a=b\n" + Name + " = " + Value + "\nc=d\n",
          "<" + Name + ">" + Value + "</" + Name + ">",
          "run --" + Name + " " + Value,
          "{\"name\": \"" + Name + "\", \"value\": \"" + Value + "\"}"})
      EXPECT_FALSE(rulesFor(Text).empty()) << Text;
    EXPECT_EQ(rulesFor(std::string(R.Counterexample) + "=" + Value), Ids());
  }
}

/// A single capital letter at the end numbers the name, as in field names; with
/// other letters, it is a different name.
TEST(SecretTable, NamesInTextsEndInACapital) {
  for (const char *Text :
       {"passwordA=Zx9!kQ2mLpTv", "db.passwordB: Zx9!kQ2mLpTv",
        "{\"apiKeyC\":\"q8Zk2LmX0vRt5Yw1\"}", "--passwordD Zx9!kQ2mLpTv",
        "<passwordE>Zx9!kQ2mLpTv</passwordE>"})
    EXPECT_EQ(secretsIn(Text).size(), 1u) << Text;
  for (const char *Text : {"passwordb=Zx9!kQ2mLpTv", "PASSWORDS=Zx9!kQ2mLpTv",
                           "passwordAB=Zx9!kQ2mLpTv", "tokenS=a",
                           "passwordA1=Zx9!kQ2mLpTv", "passwords=Zx9!kQ2mLpTv"})
    EXPECT_EQ(secretsIn(Text), Ids()) << Text;
}

/// In texts, as in fields, passwords may resemble other kinds of text.
TEST(SecretTable, PasswordsInTexts) {
  for (const char *Text :
       {"jdbc:mysql://db/prod?user=root&password=S3cr3tPw99",
        "password=Shadow77!xZ", "PASSWORD='desert98!xZ'",
        R"({"password":"sha1ty!Kq9z"})", "password: none!Kq92xZ",
        "password=q-here!X92k", "redis://:q9-none!Kx2@cache/0",
        "//jane:korrektpferd@acme.org/index", "db.password=TigerPass1",
        "password=\x7f\x7fZx91!k",
        "AWS_SECRET_ACCESS_KEY=wJalrXUt4FEMI/K7MDENG/bPxRfiCYzzAbCdEfGh"})
    EXPECT_EQ(secretsIn(Text).size(), 1u) << Text;
  for (const char *Text :
       {"jdbc:mysql://db/prod?user=root&password=password1", "password=SHA-256",
        "password.algorithm=PBKDF2WithHmacSHA256", "token=your-key-here",
        "password must not be none", "password: \x7f\x7f\x7f\x7f 8 \x7f\x7f",
        "api_key=API_KEY2", "std::pin::pin!(x1)",
        "password=RSA/ECB/PKCS1Padding", "token=OAuth2", "password=changeit",
        "secret=Bearer", "pwd=[password1]", "password=none", "password=TLSv1.3",
        "key.password=db2.key.password"})
    EXPECT_EQ(secretsIn(Text), Ids()) << Text;
}

/// A password or user name may contain any character except those that end the
/// authority; the last @ precedes the host.
TEST(SecretTable, PasswordsInUrlsEndAtTheHost) {
  EXPECT_EQ(secretsIn("https://jane:kor@rekt7@acme.org/x"), Ids({"kor@rekt7"}));
  EXPECT_EQ(secretsIn("amqp://jane@acme.org:korrektpferd@mq/x"),
            Ids({"korrektpferd"}));
  EXPECT_EQ(secretsIn("https://jane:korrektpferd@m\xc3\xbcller.de/x"),
            Ids({"korrektpferd"}));
  EXPECT_EQ(secretsIn("jdbc:mysql://jane:kor@rekt7@acme.org/x"),
            Ids({"kor@rekt7"}));
  EXPECT_EQ(secretsIn("jdbc:oracle:thin:scott/kor@rekt7@//db:1521/x"),
            Ids({"kor@rekt7"}));
  EXPECT_EQ(secretsIn("url='//jane:korrektpferd@acme.org'"),
            Ids({"korrektpferd"}));
  EXPECT_EQ(rulesFor("f(); // ask:jane.doe@acme.org"), Ids({"email"}));
}

/// In a form, a space is encoded as a plus sign; the plus sign is not a digit,
/// and outside forms it is not a space.
TEST(SecretTable, Forms) {
  const Ids Card = {"4539 1488 0343 6467"};
  EXPECT_EQ(secretsIn("card=4539+1488+0343+6467&x=1"), Card);
  EXPECT_EQ(secretsIn("curl+-u+admin%3AQw3rty77x+https%3A%2F%2Fa.acme.org"),
            Ids({"Qw3rty77x"}));
  EXPECT_EQ(secretsIn("-----BEGIN+RSA+PRIVATE+KEY-----%0AMIIEpAIBAAKCAQEA3Tz2mr"
                      "7SZiAMfQyuvBjM9Oi8%0A-----END+RSA+PRIVATE+KEY-----")
                .size(),
            1u);
  for (const char *Text :
       {"4539+1488+0343+6468", "a+b=c+d, e+f", "Ljava/util/List<+TT;>;",
        "curl+-u+$USER%3A$PASS+https", "[a-z]+token[0-9]+=\\s+value",
        "1234+5678+9012+3456",
        "AQMAOzABAAEAANwBAQACAAMA5VoCAJlx1wGqpAEApAWlBaYFAQABoCAAAFrMZDswAAAB"
        "+EAANwBAQACAAMA5VoCAJlx1wGqpAEApAWlBaYFAQABoCAAAFrMZDswAAABAAALAAM",
        "c++ -O2 -std=c++17 password.cpp"})
    EXPECT_EQ(secretsIn(Text), Ids()) << Text;
}

/// Separate lines of a list are not joined into a single text.
TEST(SecretTable, LinesOfBase64) {
  const std::string One = encodeBase64(StringRef("password=Tr0ub4dorQ9"));
  EXPECT_EQ(secretsIn(One + "\n" + One + "\n" + One).size(), 1u);
  EXPECT_EQ(secretsIn("abcdefghijklmnop\nqrstuvwxyzabcdef\nABCDEFGHIJKLMNOP"),
            Ids());
  // Lines of each length, with the secret at any position in a line.
  for (size_t Size = 16; Size != 100; ++Size)
    for (size_t Before = 0; Before < 150; Before += 7)
      EXPECT_EQ(secretsIn(inLines(std::string(Before, '.') +
                                      "\npassword=Tr0ub4dorQ9\nx: 1\n" +
                                      std::string(80, '-'),
                                  Size, "\n"))
                    .count("Tr0ub4dorQ9"),
                1u)
          << Size << ' ' << Before;
  // A secret at the end of a long text.
  std::string Long;
  for (unsigned I = 0; I != 20000; ++I)
    Long += encodeBase64(StringRef("some text here.")) + "\n";
  EXPECT_EQ(secretsIn(Long), Ids());
  EXPECT_EQ(secretsIn(Long + inLines("password=Tr0ub4dorQ9", 20, "\n"))
                .count("Tr0ub4dorQ9"),
            1u);
}
