import lit.formats
import os
config.name = "hprof"
config.test_format = lit.formats.ShTest()
config.suffixes = [".test"]
with open(os.path.join(os.path.dirname(__file__), "features.txt"), "w") as file:
    file.write("thing\tno such thing here\nslow\tleft out: slow\n")
