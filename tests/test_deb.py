"""What ``make deb`` makes of a program, here of a small one in the place of ours."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hashi_gui import APPLICATION_ID, __version__

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / ".ci"))
import desktop  # noqa: E402

pytestmark = pytest.mark.skipif(
    shutil.which("dpkg-shlibdeps") is None, reason="dpkg-shlibdeps is not installed"
)


def test_a_package_is_built_of_a_program(tmp_path):
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    shutil.copy(ROOT / "CHANGELOG.md", tmp_path)
    program = tmp_path / "dist" / "hashi"
    desktop.build(share=program / "_internal" / "share")
    shutil.copy("/bin/true", program / "hashi")
    (program / "hashi-gui").symlink_to("hashi")
    (program / "_internal" / "libxcb.so.1").touch()
    (program / "LICENCES.txt").write_text("Copyright")
    command = [sys.executable, tmp_path / ".ci" / "deb.py"]
    name = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    package = tmp_path / name
    assert re.fullmatch(rf"dist/hashi_{re.escape(__version__)}-1_\w+\.deb", name)
    fields = subprocess.check_output(["dpkg-deb", "--field", package], text=True)
    assert re.search(r"^Depends: libc6 ", fields, re.MULTILINE)
    listed = subprocess.check_output(["dpkg-deb", "--contents", package], text=True)
    found = re.findall(r"^(\S{10}) root/root .* \./usr/(\S+(?: -> \S+)?)$", listed, re.MULTILINE)
    modes = {file: mode for mode, file in found if mode[0] != "d" and "/icons/" not in file}
    assert {file for file in modes if not file.startswith("share")} == {
        *("bin/hashi -> ../lib/hashi/hashi", "bin/hashi-gui -> ../lib/hashi/hashi-gui"),
        *("lib/hashi/hashi", "lib/hashi/hashi-gui -> hashi"),
        "lib/hashi/_internal/share -> ../../../share",
    }
    assert modes["lib/hashi/hashi"] == "-rwxr-xr-x"
    assert {file.removeprefix("share/") for file in modes if file.startswith("share")} == {
        f"applications/{APPLICATION_ID}.desktop",
        "bash-completion/completions/hashi",
        *(f"doc/hashi/{each}" for each in ("changelog.Debian.gz", "changelog.gz", "copyright")),
        "fish/vendor_completions.d/hashi.fish",
        "lintian/overrides/hashi",
        *("man/man1/hashi.1.gz", "man/man1/hashi-gui.1.gz -> hashi.1.gz"),
        *(f"man/{language}/man1/hashi.1.gz" for language in ("de", "ja")),
        f"metainfo/{APPLICATION_ID}.metainfo.xml",
        f"mime/packages/{APPLICATION_ID}.xml",
        f"thumbnailers/{APPLICATION_ID}.thumbnailer",
        "zsh/vendor-completions/_hashi",
    }


def test_the_flatpak_has_the_same_name():
    assert f"\nid: {APPLICATION_ID}\n" in (ROOT / ".ci" / "flatpak.yml").read_text()
