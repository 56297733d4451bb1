"""Compares the findings of scan-secrets in the dump of Planted.java with the secrets in
it.

usage: measure-secrets.py RESULT.json
"""
import json
import sys

HELD = "Planted$Held."
NODE, CONCURRENT = "java.util.HashMap$Node.", "java.util.concurrent.ConcurrentHashMap$Node."
# Kind and holder; "" for any.
PLANTED = [
    ("aws-access-key", HELD + "aws"), ("aws-secret-key", HELD + "awsSecret"),
    ("gcp-api-key", HELD + "google"), ("gcp-oauth-secret", HELD + "googleOauth"),
    ("github-token", HELD + "github"), ("gitlab-token", HELD + "gitlab"),
    ("slack-token", HELD + "slack"), ("stripe-key", HELD + "stripe"),
    ("sendgrid-key", HELD + "sendgrid"), ("npm-token", HELD + "npm"),
    ("pypi-token", HELD + "pypi"), ("authorization", HELD + "http"),
    ("digitalocean-token", HELD + "digitalocean"), ("openai-key", HELD + "openai"),
    ("azure-storage-key", "Planted$Wide.s"), ("anthropic-key", "Planted$Wide.s"),
    ("vault-token", "Planted$Wide.s"), ("shopify-token", HELD + "shopify"),
    ("huggingface-token", ""), ("databricks-token", ""), ("private-key", "element of java.lang.Object[]"),
    ("named-value", HELD + "dbPassword"), ("named-value", HELD + "passphrase"),
    ("jwt", "static Planted.jwt"), ("telegram-token", "static Planted.telegram"),
    ("slack-webhook", NODE + "value"), ("payment-card", NODE + "value"),
    ("url-password", NODE + "value"), ("email", ""), ("mailgun-key", NODE + "value"),
    ("authorization", CONCURRENT + "val"), ("twilio-key", CONCURRENT + "val"),
    ("private-key", CONCURRENT + "val"), ("gcp-access-token", CONCURRENT + "val"),
    ("github-fine-grained-token", CONCURRENT + "val"), ("square-token", CONCURRENT + "val"),
    ("azure-client-secret", NODE + "key"), ("jdbc-password", "static Planted.LITERAL"),
    ("named-value", 'value of the key "api-key"'),
    ("named-value", 'value of the key "APP_PASSWORD"'),
]
DECOYS = 25

found = json.load(open(sys.argv[1]))["files"][0]["secrets"]
missed = [p for p in PLANTED
          if not any(f["kind"] == p[0] and p[1] in ("", f["holder"]) for f in found)]
# Texts that are not secrets are in an array and in separate fields.
wrong = [f for f in found if f["holder"].startswith("Planted$Decoys")]
lists = [f for f in found if f["holder"] == "element of java.lang.Object[]"]
expected = {"huggingface-token", "databricks-token", "private-key", "email", "payment-card", "url-password"}
wrong += [f for f in lists if f["kind"] not in expected]
for kind, holder in missed:
    print("missed:", kind, holder)
for f in wrong:
    print("wrong:", f["kind"], f["holder"])
print(len(PLANTED) - len(missed), "of", len(PLANTED), "found,", len(wrong), "of", DECOYS, "decoys")
sys.exit(len(missed) > 2 or len(wrong) > 1)
