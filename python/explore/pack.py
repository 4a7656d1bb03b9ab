"""Packs the page that `web/build` made into the wheel, as the folder `kpca_explore/page`."""

import gzip
import os
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: Scripts that a cell does not need: the service worker, and what fills the frames of a page of notes.
LEFT_OUT = {"embed.js", "worker.js"}


class PackPage(BuildHookInterface):
    """Adds the page's files; `KPCA_PAGE` names their folder where it is not `target/web`."""

    def initialize(self, version, build_data):
        folder = Path(os.environ.get("KPCA_PAGE", Path(self.root, "../../target/web")))
        files = [folder / "index.html", *sorted(folder.glob("*.js"))]
        program = folder / "kpca-explorer.wasm"
        if not (folder / "given.js").is_file() or not program.is_file():
            raise FileNotFoundError(f"{folder.resolve()} holds no page: run web/build first")
        self.packed = tempfile.TemporaryDirectory()
        # As small as it travels to the browser.
        small = Path(self.packed.name, f"{program.name}.gz")
        small.write_bytes(gzip.compress(program.read_bytes(), mtime=0))
        for file in [*files, small]:
            if file.name not in LEFT_OUT:
                build_data["force_include"][str(file)] = f"kpca_explore/page/{file.name}"

    def finalize(self, version, build_data, artifact_path):
        self.packed.cleanup()
