//===- SecretNameTest.cpp - Tests of names and values ---------------------===//
//
// Part of the hprof toolchain, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Secrets/SecretText.h"
#include "hprof/Secrets/SecretRules.h"
#include "gtest/gtest.h"

using namespace hprof;

TEST(SecretName, EndsInAWord) {
  for (const char *Name :
       {"password", "dbPassword", "DB_PASSWORD",
        "javax.net.ssl.keyStorePassword", "api-key", "apiKey", "API_KEY2",
        "clientSecret", "secretValue", "token", "aws.access-key"})
    EXPECT_TRUE(isSecretName(Name)) << Name;
  for (const char *Name : {"", "passwordEncoder", "tokenizer", "hint",
                           "secretary", "key", "a sentence with a password!",
                           "passwordFieldLabel", "cancellationToken"})
    EXPECT_FALSE(isSecretName(Name)) << Name;
}

TEST(SecretName, ValuesThatCanBeSecrets) {
  for (const char *Value :
       {"Correct7horse", "battery staple 9 now", "tr0ub4dor", "hunter-22",
        "4711471193", "qwErtZuiOpaSdfgHJklYxcVbnm", "{noop}hunter-22",
        "oKFguQjNUEaIPF"})
    EXPECT_TRUE(canBeSecret(Value, SecretNameKind::Password)) << Value;
  for (const char *Value : {"",
                            "abc",
                            "changeme",
                            "${db.password}",
                            "********",
                            "xxxxxxxxxx",
                            "{noop}changeme",
                            "Password",
                            "javax.net.ssl.keyStorePassword",
                            "/run/secrets/db",
                            "https://vault.intern/v1",
                            "12345678",
                            "org.acme.Encoder",
                            "getXAxisId",
                            "PlainTextOfUser",
                            "8f14e45f-ceea-467f-a0e6-b1c2d3e4f5a6",
                            "$2a$10$N9qo8uLOickgx2ZMRZoMye",
                            "5f4dcc3b5aa765d61d8327deb882cf99",
                            "passwordFieldOfTheLoginDialog",
                            "Passwort",
                            "Contrase\xc3\xb1"
                            "a",
                            "Enter your password (8 characters)",
                            "getToken(request)",
                            "$DB_PASS",
                            "%DB_PASS%",
                            "java.lang.String@1b6d3586",
                            "PBKDF2WithHmacSHA1",
                            "ENC(x7Tr0ub4dor)",
                            "<password>",
                            "2024-01-31",
                            "1.2.3",
                            "30s"})
    EXPECT_FALSE(canBeSecret(Value, SecretNameKind::Password)) << Value;
}

TEST(SecretText, CheckDigits) {
  EXPECT_TRUE(hasCheckDigit("4539 1488 0343 6467"));
  EXPECT_FALSE(hasCheckDigit("4539 1488 0343 6468"));
  EXPECT_FALSE(hasCheckDigit("0000 0000 0000 0000"));
  EXPECT_FALSE(hasCheckDigit("18"));
}

TEST(SecretText, Entropy) {
  EXPECT_EQ(entropyOf(""), 0);
  EXPECT_EQ(entropyOf("aaaa"), 0);
  EXPECT_EQ(entropyOf("abab"), 1);
  EXPECT_EQ(entropyOf("abcd"), 2);
}

TEST(SecretText, RandomLettersAreNoWords) {
  for (const char *Text : {"oSgtTevfjFTulnkGNVs9onaR", "qwErtZuiOpaSdfgH",
                           "x7tr0ub4dor", "4f1c9e07b2d85a63f"})
    EXPECT_TRUE(looksRandom(Text)) << Text;
  for (const char *Text : {"getUserNameOfSession1", "aaaaaaaa1", "abcdefghijkl",
                           "userNameOfTheSession", "a-b-c-d-e"})
    EXPECT_FALSE(looksRandom(Text)) << Text;
}
