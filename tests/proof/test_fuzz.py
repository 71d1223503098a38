"""Ten minutes of a visitor who does everything: follows links, fills in forms, changes what is sent. No answer may be a 5xx.

Guests walk through the pages of a real site. Each page that comes back gives links and forms; these are followed and
sent as they are, or with something changed: other values, missing fields, other types, other bodies, other addresses.
In the end every operation of the site must have been reached with success at least once.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

import httpx

from at_site import Tag, read, served
from crowd import choose
from regatta.match.events import BY_HAND
from regatta.model import catalogue
from regatta.web.hosting import DEFAULT
from routes import routes_of

T = TypeVar("T")

SECONDS = float(os.environ.get("FUZZ_SECONDS", "600"))
GUESTS = 4
ALWAYS = (
    "/",
    "/watch",
    "/join",
    "/dice",
    "/sw.js",
    "/manifest.webmanifest",
    "/offline",
    "/healthz",
    "/readyz",
    "/copies",
)
JUNK = (
    *(
        "",
        " ",
        "0",
        "-1",
        "7",
        "99999999999999999999",
        "null",
        "true",
        "NaN",
        "1e9",
        "yes",
        "no",
        "\x00",
        "\ud7ff",
        "ß" * 500,
    ),
    *(
        "../../etc/passwd",
        "<script>",
        "'; DROP TABLE match;--",
        "%00",
        "__proto__",
        "constructor",
        "a\r\nb: c",
        "🎲",
    ),
)
ODD: tuple[Any, ...] = (None, True, 7.5, -1, 10**30, [], {}, [[1]], {"a": None}, "x" * 5000)


BODIES = (b"", b"{", b"null", b"[" * 2000, b"\xff\xfe", b"a: &a [*a]", b"--x\r\n\r\n--x--\r\n")
KINDS = (
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
)


@dataclass(frozen=True)
class Form:
    """A form of a page: where it goes, its fields, and for each field what else a person could choose.

    ``texts`` are fields of many lines, ``files`` those that take a file.
    """

    action: str
    fields: dict[str, str]
    choices: dict[str, tuple[str, ...]]
    texts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


class Map:
    """The operations of the site: how often each was tried, and with which statuses it was answered."""

    def __init__(self) -> None:
        # Those with fewer places to fill in come first: /copies/new is no copy.
        routes = sorted(routes_of(), key=lambda route: route.template.count("{"))
        self.patterns = {route.template: operation(route.template) for route in routes}
        self.answers = {(route.method, route.template): Counter[int]() for route in routes}
        self.tried = Counter[tuple[str, str]]()
        self.places: dict[str, str] = {}

    def place(self, address: str) -> str:
        """Return the template of an address; the address itself where there is none."""
        path = address.partition("?")[0]
        if path not in self.places:
            found = (template for template, pattern in self.patterns.items() if pattern.match(path))
            self.places[path] = next(found, path)
        return self.places[path]

    def note(self, method: str, path: str, status: int) -> None:
        name = method, self.place(path)
        self.tried[name] += 1
        if name in self.answers:
            self.answers[name][status] += 1

    def reached(self, name: tuple[str, str]) -> int:
        """Return how often an operation was reached with success: a 2xx, or for a form also the way on, a 303."""
        done = range(200, 300), (303,) if name[0] == "POST" else ()
        return sum(
            times for status, times in self.answers[name].items() if any(status in each for each in done)
        )


class Walker:
    """A guest who goes on from what the last pages showed."""

    def __init__(self, base: str, rng: random.Random, map_: Map) -> None:
        self.http = httpx.Client(base_url=base, timeout=30, trust_env=False, follow_redirects=False)
        self.rng = rng
        self.map = map_
        self.links: list[str] = list(ALWAYS)
        self.fresh: list[Form] = []
        self.match = ""
        self.forms: list[Form] = []
        self.token = ""

    def step(self) -> None:
        chance = self.rng.random()
        if self.match and chance < 0.3:
            self.play()
        elif self.fresh and chance < 0.45:
            self.send(self.newest("POST", self.fresh, lambda form: form.action))
        elif self.forms and chance < 0.6:
            self.send(self.newest("POST", self.late(self.forms, 40), lambda form: form.action))
        elif chance < 0.62:
            self.go("GET", self.rng.choice(ALWAYS))
        elif chance < 0.85:
            self.go("GET", self.newest("GET", self.late(self.links, 80), str))
        else:
            self.odd()

    def late(self, things: Sequence[T], count: int) -> Sequence[T]:
        """Return the last of all that was seen, or now and then all."""
        return things[-count:] if self.rng.random() < 0.8 else things

    def newest(self, method: str, things: Sequence[T], path: Callable[[T], str]) -> T:
        """Return any, or often the one of some that was tried least: who knows a place well goes elsewhere."""
        some = self.rng.choices(things, k=self.rng.choice((1, 5, 20)))
        return min(some, key=lambda thing: self.map.tried[method, self.map.place(path(thing))])

    def send(self, form: Form) -> None:
        """Send a form, as a person would, or not."""
        fields: dict[str, Any] = dict(form.fields)
        for name, choices in form.choices.items():
            # Who changes all of many is refused for too much at once.
            if self.rng.random() < min(0.6, 3 / len(form.choices)):
                fields[name] = self.rng.choice(choices)
        if self.rng.random() < 0.4 and fields:
            name = self.rng.choice(list(fields))
            if self.rng.random() < 0.3:
                fields.pop(name)
            else:
                fields[name] = self.rng.choice(JUNK)
        for name in form.texts:
            if name in fields and self.rng.random() < 0.5:
                fields[name] = self.edited(str(fields[name]))
        if form.files and self.rng.random() < 0.7:
            sent = {name: ("model.yaml", self.file()) for name in form.files}
            rest = {name: value for name, value in fields.items() if name not in sent}
            self.go("POST", form.action, data=rest, files=sent)
        elif self.rng.random() < 0.3:
            if fields and self.rng.random() < 0.3:
                fields[self.rng.choice(list(fields))] = self.rng.choice(ODD)
            self.go("POST", form.action, json=fields)
        else:
            self.go("POST", form.action, data=fields)

    def take(self, place: str) -> None:
        """Send the form of the page that belongs to a place, as it is, where it is there."""
        for form in self.fresh:
            if place in form.action:
                self.go("POST", form.action, data={**form.fields, "name": form.fields.get("name") or "Bo"})
                return

    def edited(self, text: str) -> str:
        """Return a text as somebody leaves it who is not done: lines are gone, twice there, or something else."""
        lines = text.split("\n")
        for _ in range(self.rng.randrange(1, 4)):
            place = self.rng.randrange(len(lines))
            lines[place : place + 1] = self.rng.choice(
                ([], [lines[place]] * 2, [self.rng.choice(JUNK)], [lines[place] + self.rng.choice(JUNK)])
            ) or [""]
        return "\n".join(lines)

    def file(self) -> bytes:
        text = catalogue.source_of(self.rng.choice(catalogue.ids()))[0]
        chance = self.rng.random()
        if chance < 0.5:
            return text
        return text[: self.rng.randrange(len(text))] if chance < 0.8 else self.rng.choice(BODIES)

    def play(self) -> None:
        """Go on with a match as its player does, and look at it in all ways when it is over."""
        view = self.http.get(f"/matches/{self.match}.json").json()
        if "phase" not in view or self.rng.random() < 0.02:
            self.match = ""
        elif view["result"] is not None:
            self.links += [
                f"/matches/{self.match}{end}" for end in ("", "/replay", "/review", "/dice", "/next")
            ]
            for end in ("", "/replay", "/review"):
                self.go("GET", f"/matches/{self.match}{end}")
            self.match = ""
        elif view["yours"] and view["seat"] is not None and self.rng.random() < 0.6:
            act, _, fields = choose(view, self.rng)
            if view["method"] == BY_HAND and act != "write":
                count = len(view["dice"]) or self.rng.choice((3, 5))
                act, fields = "enter", {"dice": [self.rng.randrange(1, 7) for _ in range(count)]}
            told = {
                "token": view["token"],
                "key": f"{self.rng.random()}",
                "version": view["version"],
                "seat": view["seat"],
            }
            self.go("POST", f"/matches/{self.match}/{act}", json={**told, **fields})
        else:
            self.go("GET", f"/matches/{self.match}")
            if self.fresh:
                self.send(self.newest("POST", self.fresh, lambda form: form.action))

    def odd(self) -> None:
        """Send what no page offers."""
        path = self.rng.choice(self.links)
        if self.rng.random() < 0.5:
            parts = path.split("/")
            parts[self.rng.randrange(len(parts))] = quote(self.rng.choice(JUNK))
            path = "/".join(parts) or "/"
        method = self.rng.choice(("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE"))
        body = self.rng.choice((*BODIES, json.dumps(self.rng.choice(ODD)).encode()))
        kind = self.rng.choice(KINDS)
        self.go(method, path, content=body, headers={"content-type": kind, "x-csrf-token": self.token})

    def go(self, method: str, path: str, **how: Any) -> None:
        headers = how.pop("headers", {})
        if self.rng.random() < 0.25:
            headers["accept"] = "application/json"
        if self.rng.random() < 0.2:
            headers["hx-request"] = "true"
        if self.rng.random() < 0.3:
            headers["accept-language"] = self.rng.choice(("hu", "sk", "pl", "af", "xx;q=nope", "en"))
        try:
            request = self.http.build_request(method, path, headers=headers, **how)
        except (httpx.InvalidURL, UnicodeError, TypeError, ValueError):
            return
        try:
            answer = self.http.send(request, stream=True)
        except httpx.TimeoutException as error:
            faulthandler.dump_traceback(all_threads=True)  # the site runs in this process
            raise AssertionError(f"no answer to {method} {path} {how}") from error
        try:
            if answer.headers.get("content-type", "").startswith("text/event-stream"):
                body = next(answer.iter_raw(), b"")
            else:
                body = answer.read()
        finally:
            answer.close()
        assert answer.status_code < 500, (method, path, how, answer.status_code, body[:500])
        assert b"Traceback" not in body, (method, path)
        self.map.note(method, request.url.path, answer.status_code)
        if location := answer.headers.get("location"):
            self.links.append(location)
            # As a browser does, unless it is closed meanwhile.
            if method == "POST" and self.rng.random() < 0.8:
                self.go("GET", location)
        if answer.headers.get("content-type", "").startswith("text/html"):
            self.learn(read(body.decode()), request.url.path)

    def learn(self, page: Tag, path: str) -> None:
        """Remember the links and the forms of a page, and the addresses that belong to it."""
        for link in page.all("a"):
            href = link.attributes.get("href", "").removeprefix(str(self.http.base_url).rstrip("/"))
            if href.startswith("/"):
                self.links.append(href.partition("#")[0])
        self.links += [link.attributes["href"] for link in page.all("link") if "href" in link.attributes]
        self.links += re.findall(r"/r/[A-Z0-9]{6}", page.text)
        found = re.match(r"/matches/([a-z2-7]{16})$", path)
        if found:
            if not self.match or self.rng.random() < 0.1:
                self.match = found[1]
            ends = (
                ".json",
                "/stream",
                "/news",
                "/record.json",
                "/replay",
                "/dice",
                "/review",
                "/next",
                "/move",
            )
            self.links += [path + end for end in ends]
        self.fresh = []
        for form in page.all("form"):
            if form.attributes.get("method", "get").lower() == "post":
                self.forms.append(form_of(form))
                self.fresh.append(self.forms[-1])
                self.token = self.forms[-1].fields.get("token", self.token)
                if self.forms[-1].texts:  # what the script of the editor asks while somebody types
                    self.fresh.append(replace(self.forms[-1], action="/drafts/check"))
        if re.match(r"/copies/c[a-z2-7]{15}$", path):
            self.links += [path + end for end in (".yaml", "/effect")]
            # The button is there only while the game is being worked out.
            self.fresh.append(Form(f"{path}/effect/stop", {"token": self.token}, {}))
        self.links, self.forms = self.links[-2000:], self.forms[-400:]


def meet(host: Walker, guest: Walker) -> None:
    """Two sit down at a table of their own and begin; what they do there from then on is theirs to find."""
    host.go("GET", f"/online/{host.rng.choice(catalogue.ids())}")
    host.take("/online/")
    room = host.links[-1]
    host.go("GET", room)
    guest.go("GET", room)
    guest.take("/sit")
    host.go("GET", room)
    host.take("/begin")
    for walker in (host, guest):
        walker.go("GET", room)


def form_of(form: Tag) -> Form:
    fields, choices = dict[str, str](), dict[str, tuple[str, ...]]()
    texts = {tag.attributes["name"]: written(tag) for tag in form.all("textarea") if "name" in tag.attributes}
    files = [tag.attributes["name"] for tag in form.all("input", type="file")]
    for tag in form.all("input"):
        name = tag.attributes.get("name")
        if name:
            fields[name] = tag.attributes.get("value", "")
            if tag.attributes.get("type", "text") == "text":
                choices[name] = ("Ana", "Bo", "Őze", fields[name] or "Cy")
            elif tag.attributes.get("type") in ("radio", "checkbox"):
                choices[name] = (*choices.get(name, ()), fields[name])
    for select in form.all("select"):
        options = tuple(option.attributes.get("value", "") for option in select.all("option"))
        fields[select.attributes["name"]] = options[0]
        choices[select.attributes["name"]] = options
    buttons = [
        tag for tag in form.all("button") if "name" in tag.attributes and "disabled" not in tag.attributes
    ]
    for button in buttons:
        name = button.attributes["name"]
        fields.setdefault(name, button.attributes.get("value", ""))
        choices[name] = (*choices.get(name, ()), button.attributes.get("value", ""))
    return Form(form.attributes["action"], fields | texts, choices, tuple(texts), tuple(files))


def written(tag: Tag) -> str:
    """Return the text in a field, line by line."""
    return "".join(child if isinstance(child, str) else written(child) for child in tag.children)


def operation(template: str) -> re.Pattern[str]:
    """Return what addresses of a route look like."""
    return re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(template)) + "$")


def test_everything_a_visitor_can_send_is_answered(tmp_path: Path) -> None:
    rng = random.Random(4)
    map_ = Map()
    until = time.monotonic() + SECONDS
    steps = 0
    with served(tmp_path, hosting=replace(DEFAULT, limits=0)) as base:
        walkers = [Walker(base, random.Random(rng.random()), map_) for _ in range(GUESTS)]
        while time.monotonic() < until:
            walker = rng.choice(walkers)
            walker.step()
            steps += 1
            if rng.random() < 0.005:
                meet(*rng.sample(walkers, 2))
            if rng.random() < 0.1:
                # One tells the other: rooms are found by their links.
                links = rng.choice(walkers).links
                rooms = [link for link in links if link.startswith("/r/") or "/move/" in link]
                walker.links.append(rng.choice(rooms if rooms and rng.random() < 0.7 else links))
                walker.go("GET", walker.links[-1])
                if walker.fresh:
                    walker.send(walker.newest("POST", walker.fresh, lambda form: form.action))
        for walker in walkers:
            walker.http.close()
    print(
        f"\n{sum(map_.tried.values())} requests in {steps} steps; successes by operation, and all statuses:"
    )
    for name in sorted(map_.answers, key=map_.reached):
        print(f"{map_.reached(name):7} {' '.join(name)} {dict(sorted(map_.answers[name].items()))}")
    missed = [name for name in map_.answers if not map_.reached(name)]
    assert not missed
