"""The service worker's script: the built one, told which build it belongs to and what that build keeps."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regatta.web.assets import Assets

SCRIPT = "sw.js"
KEPT = ("main.css", "main.js", "assets/icon.svg")
"""Files that pages need; whatever else there is comes over the net when it is asked for."""

OFFLINE = "/offline"


def worker_of(assets: Assets) -> bytes:
    """Return the script. It changes exactly where the script itself or a file that it keeps does."""
    script = assets.plain(SCRIPT)
    files = [assets.url(name) for name in KEPT]
    build = hashlib.sha256(json.dumps(files).encode() + script).hexdigest()[:16]
    told = json.dumps({"build": build, "files": files, "offline": OFFLINE})
    return f"self.regatta={told};\n".encode() + script
