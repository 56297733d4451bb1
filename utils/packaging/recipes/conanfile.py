"""A Conan recipe for the libraries. recipes.py replaces names between at signs."""

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, get


class HprofTools(ConanFile):
    name = "hprof-tools"
    version = "@VERSION@"
    license = "Apache-2.0 WITH LLVM-exception"
    url = homepage = "@URL@"
    description = "Libraries to read and write heap dumps of Java virtual machines"
    topics = ("java", "jvm", "heap-dump", "hprof", "profiling")
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"

    def requirements(self):
        self.requires("llvm-core/19.1.7", transitive_headers=True)
        self.requires("libdeflate/[>=1.14 <2]")
        self.requires("zlib/[>=1.2.13 <2]")
        self.requires("zstd/[>=1.5 <1.6]")
        self.requires("re2/[>=20220601]")
        self.requires("sqlite3/[>=3.40 <4]")
        self.requires("protobuf/[>=3.21 <4]")
        self.requires("rapidjson/cci.20230929")
        self.requires("tomlplusplus/[>=3.3 <4]")

    def layout(self):
        cmake_layout(self)

    def source(self):
        get(self, url="@URL@/@SOURCE@", sha256="@SOURCE_SHA256@", strip_root=True)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["BUILD_TESTING"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, self.package_folder)
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/HprofTools", "lib/cmake/HprofC"]
