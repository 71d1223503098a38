"""What the tests of the site share: a site in this process, visitors, and pages read as a browser reads them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from socket import create_server

import httpx
import pytest
import uvicorn

from regatta.match.fair import Fair
from regatta.web import beforehand
from regatta.web.app import create_app
from regatta.web.connection import Connection
from regatta.web.hosting import DEFAULT, Hosting
from regatta.web.hub import Hub
from regatta.web.metrics import Metrics
from regatta.web.serve import Server
from regatta.words import Words

KEY = b"the key of the tests"
beforehand.WAIT = 3600.0  # what is drawn in a test is what the test asks for
VOID = {"meta", "link", "input", "br", "hr", "img", "rect", "circle", "path", "polyline", "col"}


@contextmanager
def served(
    folder: Path,
    words: Words | None = None,
    *,
    hosting: Hosting = DEFAULT,
    metrics: Metrics | None = None,
) -> Iterator[str]:
    """Serve a site on a new database from a thread of this process; gives its address."""
    database = f"sqlite:///{folder / 'regatta.sqlite'}"
    hub = Hub()
    app = create_app(database, key=KEY, words=words, hosting=hosting, metrics=metrics, hub=hub)
    with create_server(("127.0.0.1", 0)) as listener:
        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            lifespan="on",
            timeout_graceful_shutdown=5,
        )
        server = Server(config, hub)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


# ------------------------------------------------------------------------------------------------------- pages


@dataclass
class Tag:
    """An element of a page."""

    name: str
    attributes: dict[str, str]
    parent: Tag | None
    children: list[Tag | str] = field(default_factory=list)

    def all(self, name: str = "", /, **attributes: str) -> list[Tag]:
        """Return the elements inside, in order; ``class_`` stands for one of the classes."""
        found = []
        for child in self.children:
            if isinstance(child, Tag):
                if (not name or child.name == name) and child.is_so(attributes):
                    found.append(child)
                found += child.all(name, **attributes)
        return found

    def one(self, name: str = "", /, **attributes: str) -> Tag:
        (found,) = self.all(name, **attributes)
        return found

    def is_so(self, attributes: dict[str, str]) -> bool:
        for name, value in attributes.items():
            own = self.attributes.get(name.rstrip("_").replace("_", "-"), "")
            if value not in own.split() if name == "class_" else own != value:
                return False
        return True

    @property
    def text(self) -> str:
        parts = (child if isinstance(child, str) else child.text for child in self.children)
        return re.sub(r"\s+", " ", "".join(parts)).strip()

    def up(self, name: str) -> Tag | None:
        return self if self.name == name else self.parent.up(name) if self.parent else None


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.here = self.root = Tag("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        new = Tag(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(new)
        if tag not in VOID:
            self.here = new

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.here.children.append(Tag(tag, {name: value or "" for name, value in attrs}, self.here))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        assert self.here.name == tag, f"</{tag}> closes <{self.here.name}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def read(html: str) -> Tag:
    """Return a page as a tree; fails where its elements are not nested."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.here is reader.root
    return reader.root


def form_of(page: Tag, action: str) -> tuple[str, dict[str, str]]:
    """Return the address of the form whose action ends so, and its fields as they stand."""
    (form,) = [form for form in page.all("form") if form.attributes["action"].endswith(action)]
    fields = {
        tag.attributes["name"]: tag.attributes.get("value", "")
        for tag in form.all("input")
        if tag.attributes.get("type") != "checkbox" or "checked" in tag.attributes
    }
    for select in form.all("select"):
        chosen = [option for option in select.all("option") if "selected" in option.attributes]
        fields[select.attributes["name"]] = (chosen or select.all("option"))[0].attributes["value"]
    return form.attributes["action"], fields


# ---------------------------------------------------------------------------------------------------- visitors


class Visitor:
    """A browser without JavaScript: keeps cookies, sends the forms it is shown."""

    def __init__(self, address: str) -> None:
        # No certificates: to read those of the world takes longer than most visits.
        self.http = httpx.Client(
            base_url=address, follow_redirects=True, timeout=30, trust_env=False, verify=False
        )
        self.answer: httpx.Response | None = None
        self._html, self._page = "", read("")

    def close(self) -> None:
        self.http.close()

    def get(self, path: str) -> httpx.Response:
        return self._shown(self.http.get(path))

    def _shown(self, answer: httpx.Response) -> httpx.Response:
        self.answer = answer
        if answer.headers.get("content-type", "").startswith("text/html"):
            self._html = answer.text
        return answer

    @property
    def page(self) -> Tag:
        """The page that was shown last; read when it is asked for."""
        if self._html:
            self._html, self._page = "", read(self._html)
        return self._page

    @property
    def path(self) -> str:
        assert self.answer is not None
        return self.answer.url.path

    def form(self, action: str) -> tuple[str, dict[str, str]]:
        return form_of(self.page, action)

    def send(self, action: str, **changes: str) -> httpx.Response:
        """Fill in a form of the page and send it; ``_`` in a name stands for ``-``."""
        path, fields = self.form(action)
        fields |= {name.replace("_", "-"): value for name, value in changes.items()}
        return self._shown(self.http.post(path, data=fields))

    def post(self, path: str, **fields: str) -> httpx.Response:
        return self._shown(self.http.post(path, data=fields))

    def open(self, game: str, *names: str, **fields: str) -> str:
        """Open a match with these names; gives its path."""
        self.get(f"/new/{game}")
        people = {f"name-{number}": name for number, name in enumerate(names, 1)}
        answer = self.send(f"/new/{game}", **people, **fields)
        assert answer.status_code == 200, self.page.text
        return self.path

    def state(self, path: str | None = None) -> dict:
        """Return the JSON twin of the table."""
        return self.http.get(f"{path or self.path_of_match}.json").json()

    @property
    def path_of_match(self) -> str:
        return "/".join(self.path.split("/")[:3])

    def roll(self) -> httpx.Response:
        return self.send("/roll")

    def write(self, box: str = "") -> httpx.Response:
        """Write into a box, by default into the first one that is open."""
        return self.send("/write", box=box or self.boxes()[0])

    def boxes(self) -> dict[str, int] | list[str]:
        return [button.attributes["value"] for button in self.page.all("button", name="box")]

    def play_out(self) -> None:
        """Play to the end by JSON, which is quicker: one roll a turn, into the first open box."""
        path, state = self.path_of_match, self.state()
        while state["result"] is None:
            fields = {name: state[name] for name in ("token", "version", "seat")}
            act = "write" if state["dice"] else "roll"
            if act == "write":
                fields["box"] = next(iter(state["preview"]["points"]))
            answer = self.http.post(
                f"{path}/{act}",
                json=fields | {"key": f"k{state['version']}"},
                headers={"accept": "application/json"},
            )
            assert answer.status_code == 200, answer.text
            state = answer.json()
        self.get(path)


# ---------------------------------------------------------------------------------------------------- refusals


def refused(answer: httpx.Response, status: int, code: str = "") -> str:
    """Check the shape that every refusal has, and return its sentence."""
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "content-security-policy" in answer.headers
    if answer.headers["content-type"].startswith("application/json"):
        (error,) = answer.json().values()
        assert answer.json().keys() == {"error"}
        assert error.keys() == {"code", "message"}
        assert not code or error["code"] == code
        sentence = error["message"]
    else:
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        page = read(answer.text)
        notices = page.all("", role="alert") or page.all("p", class_="lead")
        assert page.all("h1")
        sentence = notices[0].text
    assert sentence.endswith(".")
    return sentence


# ------------------------------------------------------------------------------------------------------- dice


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> Iterable[list[tuple[int, ...]]]:
    """Dice that fall as they are told: append rolls; each takes as many faces as it throws."""
    rolls: list[tuple[int, ...]] = []
    honest = Fair.roll

    def roll(self: Fair, k: int, count: int, faces: int) -> tuple[int, ...]:
        # Matches are played in the thread that writes; others draw pictures of games, also for the form of a new one. Bots that
        # play among themselves, since another test has looked at them, add no words of their own.
        beside = threading.current_thread().name != "regatta-writer" or not any(self.salts)
        return rolls.pop(0)[:count] if rolls and not beside else honest(self, k, count, faces)

    monkeypatch.setattr(Fair, "roll", roll)
    return rolls
