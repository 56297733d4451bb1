"""otlp.py FILE TOTAL: reads profiles with OpenTelemetry's own classes."""

import sys

from opentelemetry.proto.profiles.v1development.profiles_pb2 import ProfilesData

data = ProfilesData()
with open(sys.argv[1], "rb") as file:
    data.ParseFromString(file.read())
known = data.dictionary
profiles = data.resource_profiles[0].scope_profiles[0].profiles
names = [known.string_table[p.sample_type.type_strindex] for p in profiles]
assert names == ["inuse_space", "inuse_objects"], names
assert sum(v for s in profiles[0].samples for v in s.values) == int(sys.argv[2])
keys = {known.string_table[known.attribute_table[i].key_strindex]
        for i in profiles[0].attribute_indices}
assert keys == {"hprof.leak.signatures"}, keys
for profile in profiles:
    for sample in profile.samples:
        stack = known.stack_table[sample.stack_index]
        assert stack.location_indices
        for place in stack.location_indices:
            line = known.location_table[place].lines[0]
            assert known.string_table[known.function_table[line.function_index].name_strindex]
