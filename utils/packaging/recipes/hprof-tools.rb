# A Homebrew formula for Linux. recipes.py replaces names between at signs.
class HprofTools < Formula
  desc "Tools for heap dumps and profiles of Java virtual machines"
  homepage "@URL@"
  version "@VERSION@"
  license "Apache-2.0" => { with: "LLVM-exception" }

  depends_on :linux

  on_intel do
    url "@URL@/@TARBALL_X86_64@"
    sha256 "@TARBALL_X86_64_SHA256@"
  end

  on_arm do
    url "@URL@/@TARBALL_AARCH64@"
    sha256 "@TARBALL_AARCH64_SHA256@"
  end

  def install
    bin.install Dir["bin/*"]
    lib.install "lib/libhprof.so"
    man1.install Dir["share/man/man1/*"]
    doc.install Dir["share/doc/hprof-tools/*"]
    bash_completion.install Dir["share/bash-completion/completions/*"]
    zsh_completion.install Dir["share/zsh/site-functions/*"]
    fish_completion.install Dir["share/fish/vendor_completions.d/*"]
  end

  test do
    (testpath/"heap.yaml").write <<~YAML
      --- !hprof
      - classes:
        - {name: java/lang/Object, class: 0x10}
      - instance: {object: 0x100, class: 0x10}
    YAML
    system bin/"hprof-dump", "heap.yaml"
    assert_match version.to_s, shell_output("#{bin}/hprof --version")
  end
end
