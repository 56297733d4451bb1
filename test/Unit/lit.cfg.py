import os

import lit.formats

config.name = "hprof-Unit"
config.suffixes = []
config.test_source_root = config.test_exec_root = os.path.join(
    config.hprof_obj_root, "unittests"
)
config.test_format = lit.formats.GoogleTest(".", "Tests")
if "Address" in config.use_sanitizer:
    config.environment["ASAN_OPTIONS"] = "allow_user_poisoning=0:detect_leaks=1"
# Unit tests have no features: the names of slow ones begin with Slow.
if not lit_config.params.get("slow"):
    config.environment["GTEST_FILTER"] = "-*.Slow*"
config.environment["HPROF_CORPUS"] = config.corpus
