"""What the tests of rooms share: how guests open one, come in, and play."""

from __future__ import annotations

import json
import re
from itertools import count
from weakref import WeakKeyDictionary

import httpx

from at_site import Visitor

JSON = {"accept": "application/json"}
_numbers = count()
_tokens: WeakKeyDictionary[Visitor, str] = WeakKeyDictionary()


def do(guest: Visitor, path: str, act: str, **fields: object) -> httpx.Response:
    """Send what a form of the room sends, as JSON."""
    head = {"token": token_of(guest, path), "key": f"k{next(_numbers)}"}
    body = json.dumps(head | fields)  # in ASCII: halves of characters too
    headers = {**JSON, "content-type": "application/json"}
    return guest.http.post(f"{path}/{act}", content=body, headers=headers)


def token_of(guest: Visitor, path: str) -> str:
    """Return what proves that a guest's forms are the guest's: it stays the same."""
    if guest not in _tokens:
        _tokens[guest] = guest.state(path)["token"]
    return _tokens[guest]


def done(guest: Visitor, path: str, act: str, **fields: object) -> dict:
    """The same, where it must succeed; gives the match as the guest sees it afterwards."""
    answer = do(guest, path, act, **fields)
    assert answer.status_code == 200, answer.text
    return answer.json()


def opens(guest: Visitor, game: str = "crag", **terms: object) -> str:
    """Open a room with one tap on the first page; gives its path."""
    guest.get("/")
    assert guest.send(f"/online/{game}").status_code == 200, guest.page.text
    path = guest.path
    assert re.fullmatch(r"/matches/[a-z2-7]{16}", path)
    if terms:
        done(guest, path, "arrange", **terms)
    return path


def code_of(guest: Visitor, path: str) -> str:
    return guest.state(path)["code"]


def joins(guest: Visitor, code: str, name: str) -> str:
    """Come in by a code and sit down by the form of the page; gives the path of the room."""
    assert guest.get(f"/r/{code}").status_code == 200, guest.page.text
    assert guest.send("/sit", name=name).status_code == 200, guest.page.text
    return guest.path


def begins(host: Visitor, path: str) -> dict:
    return done(host, path, "begin", version=host.state(path)["version"])


def began(host: Visitor, *others: Visitor, game: str = "crag", **terms: object) -> str:
    """A match that has begun, with the names Ana (the host), Bo, Cy and so on; gives its path."""
    path = opens(host, game, **terms)
    done(host, path, "rename", seat=0, name="Ana")
    for other, name in zip(others, ("Bo", "Cy", "Dee"), strict=False):
        joins(other, code_of(host, path), name)
    begins(host, path)
    return path


def turns(path: str, *guests: Visitor, most: int = 1000) -> dict:
    """Let whoever is to move roll once and write into the first box, up to so many turns; gives the last state."""
    for _ in range(most):
        for guest in guests:
            state = guest.state(path)
            if state["result"] is not None:
                return state
            if state["seat"] is not None and state["seats"][state["seat"]]["yours"]:
                turn(guest, path)
                break
        else:
            raise AssertionError("nobody can move")
    return guests[0].state(path)


def turn(guest: Visitor, path: str) -> dict:
    """Roll once, unless dice lie there, and write into the first box."""
    state = guest.state(path)
    if not state["dice"]:
        state = done(guest, path, "roll", version=state["version"], seat=state["seat"])
    box = next(iter(state["preview"]["points"]))
    return done(guest, path, "write", version=state["version"], seat=state["seat"], box=box)


def mover(path: str, *guests: Visitor) -> tuple[Visitor, Visitor]:
    """Return who is to move, and one of the others."""
    seat = guests[0].state(path)["seat"]
    moves = next(guest for guest in guests if guest.state(path)["seats"][seat]["yours"])
    return moves, next(guest for guest in guests if guest is not moves)
