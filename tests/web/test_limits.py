"""Limits: each guest by itself, an address generously, and a sentence that says when to come back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from at_site import Visitor, refused, served
from regatta.errors import RegattaError
from regatta.web import limits as module
from regatta.web.addresses import address_of, counted
from regatta.web.guests import Guest
from regatta.web.hosting import DEFAULT
from regatta.web.limits import BUDGETS, GUESTS, STREAMS, Budget, Limits
from regatta.words import Words

HOME = "192.0.2.7"


class Clock:
    """Time that passes when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def guest(name: str, *, fresh: bool = False) -> Guest:
    return Guest(name, "", fresh)


def used_up(limits: Limits, kind: str, who: Guest, address: str = HOME) -> int:
    """Do something as often as it is allowed; gives how often that was."""
    for done in range(100_000):
        try:
            limits.check(kind, who, address)
        except RegattaError:
            return done
    raise AssertionError("no limit")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> Limits:
    return Limits(clock=clock)


def test_what_turned_out_to_cost_less_is_given_back(limits: Limits) -> None:
    ana, amount = guest("ana"), BUDGETS["drafts"].amount
    limits.check("drafts", ana, HOME, amount)
    with pytest.raises(RegattaError):
        limits.check("drafts", ana, HOME)
    limits.give_back("drafts", ana, HOME, 5)
    assert used_up(limits, "drafts", ana) == 5
    limits.give_back("drafts", ana, HOME, 10 * amount)
    assert used_up(limits, "drafts", ana) == amount, "no more than there was"


@pytest.mark.parametrize("kind", [kind for kind in BUDGETS if kind != "bytes"])
def test_a_budget_is_used_up_and_fills_again(limits: Limits, clock: Clock, kind: str) -> None:
    ana, budget = guest("ana"), BUDGETS[kind]
    assert used_up(limits, kind, ana) == budget.amount
    with pytest.raises(RegattaError) as caught:
        limits.check(kind, ana, HOME)
    clock.now += caught.value.params["when"]
    limits.check(kind, ana, HOME)  # the time that was named is enough
    clock.now += budget.seconds
    assert used_up(limits, kind, ana) == budget.amount


def test_ON_14_one_guest_locks_out_nobody_at_the_same_address(limits: Limits) -> None:
    ana, ben = guest("ana"), guest("ben")
    for _ in range(3):
        used_up(limits, "moves", ana)
        for _ in range(10_000):
            with pytest.raises(RegattaError):
                limits.check("moves", ana, HOME)
    assert used_up(limits, "moves", ben) == BUDGETS["moves"].amount


def test_ON_14_an_address_has_room_for_a_class(limits: Limits) -> None:
    budget = BUDGETS["rooms"]
    for number in range(GUESTS):
        assert used_up(limits, "rooms", guest(str(number))) == budget.amount
    assert used_up(limits, "rooms", guest("one more")) == 0
    assert used_up(limits, "rooms", guest("one more"), "198.51.100.1") == budget.amount


def test_SE_14_guessing_without_a_cookie_is_one_guest(limits: Limits) -> None:
    """10,000 codes, each with a cookie thrown away: refused after a few, and those with a cookie are not."""
    tried = 0
    for number in range(10_000):
        try:
            limits.check("guesses", guest(f"fresh {number}", fresh=True), HOME)
        except RegattaError:
            continue
        tried += 1
    assert tried == BUDGETS["guesses"].amount
    assert used_up(limits, "guesses", guest("ana")) == BUDGETS["guesses"].amount


def test_asking_costs_nothing(limits: Limits) -> None:
    ana = guest("ana")
    for _ in range(100):
        limits.check("guesses", ana, HOME, cost=0)
    used_up(limits, "guesses", ana)
    with pytest.raises(RegattaError, match=r"limit\.reached"):
        limits.check("guesses", ana, HOME, cost=0)


def test_bytes_are_paid_by_their_number(limits: Limits, clock: Clock) -> None:
    ana, budget = guest("ana"), BUDGETS["bytes"]
    limits.check("bytes", ana, HOME, budget.amount + budget.amount // 2)
    with pytest.raises(RegattaError) as caught:
        limits.check("bytes", ana, HOME, 1)
    assert caught.value.params["when"] == budget.seconds // 2 + 1


def test_no_more_buckets_than_there_is_memory_for(clock: Clock) -> None:
    limits = Limits(clock=clock, kept=100)
    ana = guest("ana")
    used_up(limits, "rooms", ana)
    for number in range(500):
        limits.check("forms", guest(str(number)), f"10.0.0.{number}")
        with pytest.raises(RegattaError):
            limits.check("rooms", ana, HOME)  # who keeps on trying is not forgotten
    assert len(limits) == 100


def test_a_factor_multiplies_and_nought_means_none(clock: Clock) -> None:
    assert used_up(Limits(3, clock=clock), "rooms", guest("ana")) == 3 * BUDGETS["rooms"].amount
    boundless = Limits(0, clock=clock)
    for _ in range(BUDGETS["rooms"].amount * GUESTS + 1):
        boundless.check("rooms", guest("ana"), HOME)
    assert len(boundless) == 0


def test_open_streams_are_counted_until_they_close(limits: Limits) -> None:
    ana, ben = guest("ana"), guest("ben")
    opened = [limits.stream(ana, HOME) for _ in range(STREAMS)]
    for stream in opened:
        stream.__enter__()
    with pytest.raises(RegattaError) as caught, limits.stream(ana, HOME):
        pass
    assert caught.value.code == "limit.streams"
    with limits.stream(ben, HOME):
        pass
    opened[0].__exit__(None, None, None)
    with limits.stream(ana, HOME):
        pass
    for stream in opened[1:]:
        stream.__exit__(None, None, None)
    assert not limits._open


# ---------------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", "unknown"),
        ("localhost", "unknown"),
        ("192.0.2.7\r\nx: y", "unknown"),
        ("<script>", "unknown"),
    ],
)
def test_how_an_address_is_counted(host: str, address: str) -> None:
    assert counted(host) == address


def test_who_has_no_address() -> None:
    assert address_of({"type": "http"}) == "unknown"  # type: ignore[typeddict-item]


# ------------------------------------------------------------------------------------------------- at the site


@pytest.fixture
def narrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    """A site on which little is allowed."""
    for kind in ("moves", "matches", "forms", "pages"):
        monkeypatch.setitem(BUDGETS, kind, Budget(3, 3600))
    monkeypatch.setattr(module, "GUESTS", 2)
    return lambda **changes: served(tmp_path, hosting=replace(DEFAULT, **changes))


def test_a_move_too_many_shows_the_table_and_says_when_to_come_back(narrow: Callable) -> None:
    with narrow() as address:
        visitor = Visitor(address)
        visitor.open("yacht")
        for _ in range(3):
            assert visitor.roll().status_code == 200
        before = visitor.state()
        path, fields = visitor.form("/roll") if visitor.boxes() == [] else visitor.form("/write")
        data = fields | {"box": "choice"}
        page = visitor.http.post(path, data=data)
        assert 1100 < int(page.headers["retry-after"]) <= 1200
        assert refused(page, 429) == "That was a lot in a short time. You can go on in 20 minutes."
        assert 'id="table"' in page.text
        answer = visitor.http.post(path, data=data, headers={"accept": "application/json"})
        assert refused(answer, 429, "limit.reached")
        assert 1100 < int(answer.headers["retry-after"]) <= 1200
        assert visitor.state() == before
        other = Visitor(address)
        other.open("yacht")
        assert other.roll().status_code == 200
        visitor.close()
        other.close()


def test_a_form_too_many_is_told_in_the_language_of_the_reader(narrow: Callable) -> None:
    with narrow() as address:
        visitor = Visitor(address)
        visitor.get("/settings")
        path, fields = next(
            (form.attributes["action"], {"token": form.all("input", name="token")[0].attributes["value"]})
            for form in visitor.page.all("form")
            if form.attributes["action"] == "/settings"
        )
        for _ in range(3):
            assert visitor.post(path, **fields).status_code == 200
        for language in ("en", "hu", "sk", "pl", "af"):
            answer = visitor.http.post(path, data=fields, headers={"accept-language": language})
            when = int(answer.headers["retry-after"])
            expected = Words(language).sentence(RegattaError("limit.reached", when=when))
            assert refused(answer, 429) == expected
        visitor.close()


def test_pages_that_take_long_are_rationed(narrow: Callable) -> None:
    with narrow() as address:
        visitor = Visitor(address)
        visitor.get("/")
        for _ in range(3):
            assert visitor.http.get("/games/yacht/sheet.pdf").status_code == 200
        answer = visitor.http.get("/games/yacht/sheet.pdf")
        refused(answer, 429)
        assert int(answer.headers["retry-after"]) > 0
        assert visitor.get("/games/yacht").status_code == 200
        visitor.close()


def forwarded(address: str, header: str) -> httpx.Response:
    """Open a match as somebody who comes for the first time, through a proxy at this machine."""
    with httpx.Client(base_url=address, trust_env=False, headers={"x-forwarded-for": header}) as http:
        token = http.get("/", headers={"accept": "application/json"}).json()["token"]
        return http.post("/new/yacht", data={"token": token, "key": "k"})


def test_a_trusted_proxy_tells_the_address_and_a_stranger_does_not(narrow: Callable, tmp_path: Path) -> None:
    with narrow() as address:
        # What a stranger wrote stands before what the proxy added.
        answers = [forwarded(address, f"198.51.100.{number}, 192.0.2.1").status_code for number in range(7)]
        assert answers == [303] * 6 + [429]
        assert forwarded(address, "192.0.2.2").status_code == 303
        ipv6 = [forwarded(address, f"2001:db8::{number}").status_code for number in range(1, 8)]
        assert ipv6 == [303] * 6 + [429]
    (tmp_path / "regatta.sqlite").unlink()
    with narrow(trusted_proxies=()) as address:
        answers = [forwarded(address, f"192.0.2.{number}").status_code for number in range(7)]
        assert answers == [303] * 6 + [429]


@pytest.mark.parametrize(("trusted", "secure"), [(DEFAULT.trusted_proxies, True), ((), False)])
def test_only_a_trusted_proxy_says_that_the_outside_is_https(
    tmp_path: Path, trusted: tuple, secure: bool
) -> None:
    with served(tmp_path, hosting=replace(DEFAULT, trusted_proxies=trusted)) as address:
        answer = httpx.get(address, headers={"x-forwarded-proto": "https"}, trust_env=False)
        assert ("; Secure" in answer.headers["set-cookie"]) is secure
