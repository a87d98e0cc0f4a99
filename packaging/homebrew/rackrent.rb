class Rackrent < Formula
  desc "Compare owning with renting AI accelerators"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license all_of: [{ any_of: ["MIT", "Apache-2.0"] }, "OFL-1.1"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/rackrent-v@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256 aarch64-apple-darwin@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/rackrent-v@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/rackrent-v@VERSION@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/rackrent-v@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "rackrent"
    bash_completion.install "share/bash-completion/completions/rackrent"
    zsh_completion.install "share/zsh/site-functions/_rackrent"
    fish_completion.install "share/fish/vendor_completions.d/rackrent.fish"
    man1.install Dir["share/man/man1/*.1"]
    doc.install "share/doc/rackrent/examples", "LICENSE-MIT", "LICENSE-APACHE", "LICENSE-Inter"
  end

  test do
    assert_equal "rackrent #{version}", shell_output("#{bin}/rackrent --version").strip
    assert_match "Verdict", shell_output("#{bin}/rackrent compare #{doc}/examples/serving-8xh100.yaml --brief")
  end
end
