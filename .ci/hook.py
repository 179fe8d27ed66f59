"""What Hatch does before it packs: compile the translations, make the files for desktops."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import desktop  # noqa: E402
import messages  # noqa: E402


class Built(BuildHookInterface):
    """Adds a compiled catalogue for each translation, and for a wheel the folder ``share``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for file in messages.compile_all(Path(self.root, "resources", "languages")):
            build_data["artifacts"].append(str(file.relative_to(self.root)))
            if self.target_name == "wheel" and version == "standard":
                build_data["force_include"][str(file)] = (
                    f"hashi_gui/resources/languages/{file.name}"
                )
        if self.target_name == "wheel":
            desktop.build(self.metadata.core.urls.get("Homepage", ""))
