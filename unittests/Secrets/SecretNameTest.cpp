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
        "clientSecret", "secretValue", "token", "aws.access-key", "secretBytes",
        "passwordB", "passwordChars", "API_KEY_BUFFER", "pwdArray",
        "credential-data", "private_key_encoded"})
    EXPECT_TRUE(isSecretName(Name)) << Name;
  for (const char *Name :
       {"", "passwordEncoder", "tokenizer", "hint", "secretary", "key",
        "a sentence with a password!", "passwordFieldLabel",
        "cancellationToken", "tokenBuffer", "tokenChars", "sessionData",
        "bytes", "passwordBytesRead", "passwordb", "PASSWORDS",
        "dataPasswordless"})
    EXPECT_FALSE(isSecretName(Name)) << Name;
}

TEST(SecretName, Plurals) {
  for (const char *Name : {"passwords", "API_KEYS", "secrets", "accessTokens",
                           "passwds", "backupCodes"})
    EXPECT_NE(secretsNameKind(Name), SecretNameKind::None) << Name;
  for (const char *Name : {"", "s", "tokens", "sessions", "words", "password",
                           "keys", "passwordHints"})
    EXPECT_EQ(secretsNameKind(Name), SecretNameKind::None) << Name;
}

TEST(SecretName, ValuesThatCanBeSecrets) {
  for (const char *Value :
       {"Correct7horse", "battery staple 9 now", "tr0ub4dor", "hunter-22",
        "4711471193", "qwErtZuiOpaSdfgHJklYxcVbnm", "{noop}hunter-22",
        "oKFguQjNUEaIPF"})
    EXPECT_TRUE(canBeSecret(Value, SecretNameKind::Password)) << Value;
  EXPECT_TRUE(canBeSecret("shaQ8kZ2mX7vR5tY", SecretNameKind::Token));
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

/// What a password has in common with other texts does not make it one.
TEST(SecretName, PasswordsThatResembleOtherTexts) {
  for (const char *Value :
       {// They begin like the name of an algorithm.
        "Descartes!42", "Tlsx9!Kq2m", "OAuthKq!92x", "Shadow77!xQ",
        "desert99!Xk", "Sslm0ther!9", "RSAt1ger#44", "sha1ty!Kq9z", "aes!77kq",
        "Base64!me", "TLSv1.2!kq", "md5iskaputt9", "RSA123456789",
        // They end like the name of a secret.
        "S3cr3tPw99", "TigerPass1", "S3cr3tKey22", "Qx9!Tokens1Pwd",
        "vT4kApiKey7", "Winter22-Key7", "org.S3cr3tPass", "a.TigerPass1",
        "t1ger-Pass1", "K9-secret4Pw1",
        // They contain what placeholders do.
        "q-here!X92k", "none!Kq92xZ", "[q9!KzXm2]", "Kq92-none-xZ",
        "null#Winter24", "(k9$Vw2x)", "x7!1234567890Q", "kq9!deadbeefX",
        // Characters that are not Latin-1.
        "\x7f\x7fZx91!k",
        "\x7f\x7f\x7f\x7f\x7f\x7f"
        "123!",
        "Z\x7f"
        "rich2024",
        "\xe5\xaf\x86\xe7\xa0\x81Zx91!k"})
    EXPECT_TRUE(canBeSecret(Value, SecretNameKind::Password)) << Value;
  for (const char *Value :
       {// Algorithms.
        "SHA-256", "SHA256withRSA", "RSA/ECB/PKCS1Padding", "AES/GCM/NoPadding",
        "TLSv1.3", "SSLv3", "OAuth2", "OAuth 2.0", "Base64", "X509", "X.509",
        "PKCS12", "PKCS#8", "HmacSHA512", "HTTP/1.1", "UTF-16LE",
        "DESede/CBC/PKCS5Padding", "argon2id", "RSA4096", "SHA512/256",
        "Base64-encoded", "PBEWithMD5AndDES", "SHA1PRNG",
        "TLS_AES_128_GCM_SHA256", "RSA-OAEP-256", "PBEWithHmacSHA256AndAES_256",
        // Names of secrets.
        "password1", "API_KEY2", "apiKey22", "db2.password",
        "spring.oauth2.client-secret", "X-Api-Key-2",
        "spring.oauth2.clientSecret", "k8s.token",
        "oauth2client.client.OAuth2Credentials", "org.acme.Ed25519PrivateKey",
        "rust-2024-incompatible-pat", "cargo-credential-1password",
        // Calls.
        "base64.b64encode(", "hmac.HMAC(",
        // Placeholders.
        "your-key-here", "put-Password1-here", "changeit", "Changeit1!",
        "<Passw0rd!>", "[password1]", "None (use SSO v2)", "todo: Set in 2.0!",
        "Dummy-Password-1", "fake_token_123", "none-1", "abcdefgh-1",
        "REMOVED-2", "my-secret-1", "MySecret3-a1b2c3", "fake_email%2F2",
        // Translations.
        "\x7f\x7f\x7f\x7f", "8\x7f\x7f\x7f\x7f\x7f", "12\x7f\x7f\x7f\x7f",
        "\x7f\x7f (8)", "PIN2\x7f\x7f\x7f", "\x7f\x7f\x7f 2!",
        "SSH2\x7f\x7f\x7f\x7f", "Password must not be none!"})
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
