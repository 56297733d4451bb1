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
  for (const char *Name : {"password",        "dbPassword",
                           "DB_PASSWORD",     "javax.net.ssl.keyStorePassword",
                           "api-key",         "apiKey",
                           "API_KEY2",        "clientSecret",
                           "secretValue",     "token",
                           "aws.access-key",  "secretBytes",
                           "passwordB",       "passwordChars",
                           "API_KEY_BUFFER",  "pwdArray",
                           "credential-data", "private_key_encoded",
                           "passwordBuilder", "pwdBuf"})
    EXPECT_TRUE(isSecretName(Name)) << Name;
  for (const char *Name :
       {"", "passwordEncoder", "tokenizer", "hint", "secretary", "key",
        "a sentence with a password!", "passwordFieldLabel",
        "cancellationToken", "tokenBuffer", "tokenChars", "sessionData",
        "bytes", "passwordBytesRead", "passwordb", "PASSWORDS",
        "dataPasswordless", "tokenBuilder", "passwordBuilderFactory"})
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

TEST(SecretName, FieldsOfUrls) {
  const auto IsSecret = [](const char *Class, const char *Field,
                           const char *Value) {
    return canBeSecret(Value, secretFieldKind(Class, Field));
  };
  EXPECT_TRUE(IsSecret("java.net.URI", "userInfo", "jane:horse"));
  EXPECT_TRUE(IsSecret("java.net.URI", "decodedUserInfo", "jane:4711"));
  EXPECT_TRUE(IsSecret("java.net.URL", "authority", ":4711@[::1]:80"));
  EXPECT_FALSE(IsSecret("java.net.URI", "userInfo", "jane"));
  EXPECT_FALSE(IsSecret("java.net.URI", "authority", "localhost:8080"));
  EXPECT_FALSE(IsSecret("java.net.URI", "authority", "[::1]:8080"));
  EXPECT_FALSE(IsSecret("java.net.URL", "authority", "jane@acme.org:8080"));
  EXPECT_FALSE(IsSecret("java.net.URL", "host", "jane:horse"));
  EXPECT_FALSE(IsSecret("app.Role", "authority", "user:write@all"));
  EXPECT_EQ(secretFieldKind("app.Role", "password"), SecretNameKind::Password);
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

/// A password that resembles other kinds of text is still a password.
TEST(SecretName, PasswordsThatResembleOtherTexts) {
  for (const char *Value :
       {// These begin like the name of an algorithm.
        "Descartes!42", "Tlsx9!Kq2m", "OAuthKq!92x", "Shadow77!xQ",
        "desert99!Xk", "Sslm0ther!9", "RSAt1ger#44", "sha1ty!Kq9z", "aes!77kq",
        "Base64!me", "TLSv1.2!kq", "md5iskaputt9", "RSA123456789",
        // These end like the name of a secret.
        "S3cr3tPw99", "TigerPass1", "S3cr3tKey22", "Qx9!Tokens1Pwd",
        "vT4kApiKey7", "Winter22-Key7", "org.S3cr3tPass", "a.TigerPass1",
        "t1ger-Pass1", "K9-secret4Pw1",
        // These contain parts of placeholders.
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

/// A text counts as a call, path, hash or label only if it has the complete
/// form.
TEST(SecretName, PasswordsWithPartsOfOtherForms) {
  for (const char *Value :
       {// Objects.
        "P.ssw0rd@123", "Admin.Pass@123", "St.Gallen@2024", "st.gallen@20241",
        "kq.Vw2x@1B6D3586",
        // References to variables, and calls.
        "{Zx9!kQ2mLp7", "{Zx9!kQ2}mLp7", "$Summer2024", "%Winter2024%",
        "@Zx9kQ2mLp74@", "Pa$$w0rd(1)", "Winter(24!)",
        // Labels.
        "Password!", "Passwort!", "MyPassword#", "SuperPassword$", "geheim!",
        // Paths.
        "/Zx9!kQ2mLp", "~/Zx9!kQ2", "C:\\Zx9!k", "f00:\\bar9!",
        // Hashes.
        "sha1-Zx9!kQ2mLp", "Enc(Zx9!)", "age1!Zx9kQ2m", "md5:Zx9", "{sha9!Kq2",
        "$1$Zx9!kQ2", "Scram-Zx9!k", "0x0100!Kq", "argon2!Kq9z", "!vault9Zx",
        // Placeholders.
        "aXXXX9!kq", "Zx9....!kQ2", "my-secret-Zx9!", "1234567890aB!",
        "<Zx9!kQ2mLp>", "todo-Zx9!kQ2m"})
    EXPECT_TRUE(canBeSecret(Value, SecretNameKind::Password)) << Value;
  for (const char *Value :
       {// Objects.
        "java.lang.Object@1b6d3586", "[Ljava.lang.String;@7a81197d",
        "[B@1b6d3586", "[[I@5ca881b5", "a.b.c@1f2e3d4c", "kq.a@12345678",
        "org.acme.Shop$Cart@2a139a55", "com.acme.Db2$1@15db9742",
        "org.acme.Main$$Lambda$14/0x0000000800066840@1b6d3586",
        // References to variables, and calls.
        "{0}", "{password}", "{user.name}", "{0}:{1}", "{pass", "{a: 1, b: 2}",
        "{\"a\": \"Zx9!k\"}", "{user=bob9, id=7}", "$DB_PASS2", "$password1",
        "$Env:Pw", "$AdminPassword2024", "$Sha256", "%TEMP2%", "%Base64%",
        "@db.password2@", "&nbsp;", "VARCHAR2(64)", "String(255)",
        "Column(String(255))", "getenv(\"PW9\")", "lambda$main$0(x1)",
        "System.getenv('DB_PW1');", "f(a, b2)", "f2(...)",
        // Labels.
        "Password:", "Password*", "Enter Password!", "!password", "#password",
        "@Password", "Passwort?", "^password$", "$1$2$3", "Falsches Passwort!",
        "org.acme.Password$",
        // Paths.
        "/etc/shadow2", "/run/secrets/db1", "/data1", "/v1.2", "/oauth2",
        "~/.ssh/id_ed25519", "~/.pgpass2", "C:\\Users\\bob9\\pw.txt",
        "C:\\pw2.txt", "/opt/App2/bin", "./pw9", "/Login2024", "/login?next=a1",
        "/users/:id2",
        // Hashes.
        "sha1:64000:18:6x9kQ2mLpTvR:b0Yc9dEf", "md5:9f86d081884c7d65",
        "sha256:9f86d081884c", "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=",
        "{bcrypt}$2a$10$N9qo8uLOickgx2ZMRZoMye", "ENC(x7Tr0ub4dor)",
        "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "SCRAM-SHA-256", "scram-sha-512",
        "SCRAM-SHA-256$4096:Zx9kQ2mLp7Rt5Yw1==$Zx9kQ2m:Lp7Rt5Yw1",
        "$6$rounds=5000$usesomesillystri$KqJWpanXZHKq2BOB43TSaYhEWsQ1",
        "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub",
        "pbkdf2_sha256$260000$Zx9kQ2mLp7Rt$5Yw1", "vault:v1:8SDd3WHDOjf7mq69",
        "$ANSIBLE_VAULT;1.1;AES256", "!vault |", "{cipher}682bc583f4641835",
        "0x0100F0E1D2C3B4A5968778695A4B3C2D1E0F",
        "sha512-Zx9kQ2mLp7Rt5Yw1Zx9kQ2mLp7Rt5Yw1==", "{x-issha, 1024}Zx9kQ2mL",
        // Placeholders.
        "xxxxXXXX1!", "AKIAXXXXXXXX9aB", "Zx9....kQ2", "a1....", "my-secret-12",
        "1234567890abcdef", "1234567890aB", "00000000a", "<Passw0rd!>",
        "<db.password2>", "<Zx9kQ2>", "Zx9****!kQ2", "MyPassword", "none!",
        "ChangeMe!", "Dummy#", "mypassword1"})
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
