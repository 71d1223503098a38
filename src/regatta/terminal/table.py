"""The table of ``regatta play``: asks the player, sends commands to the match, shows what it became."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from regatta.errors import RegattaError
from regatta.match.authority import act, open_match
from regatta.match.commands import Begin, Command, Hold, Roll, TakeBack, Write
from regatta.match.events import Event, RolledOff, Seat, TookBack
from regatta.match.ports import SystemEntropy
from regatta.match.record import record
from regatta.terminal import reply
from regatta.terminal.screen import Screen
from regatta.words.naming import GameWords

if TYPE_CHECKING:
    from regatta.match.match import Match, Turn
    from regatta.match.view import View
    from regatta.model import Model
    from regatta.tables import Tables
    from regatta.terminal.shell import Shell

HOLDER = "terminal"
"""Who holds the seats of all people: whoever sits at this terminal."""


class Left(Exception):
    """The player left the table."""


class Table:
    """One match at one terminal. ``saved``, where it is set, gets the record after every turn."""

    def __init__(self, shell: Shell, model: Model, tables: Tables, seats: Sequence[Seat]) -> None:
        self._shell = shell
        self._model = model
        self._words = GameWords(shell.words, model)
        self._screen = Screen(shell, self._name)
        self._entropy = SystemEntropy()
        outcome = open_match(model, tables, seats, holder=HOLDER, entropy=self._entropy)
        self._match: Match = outcome.match
        self._events: list[Event] = outcome.events
        self._choosing = False
        self.saved: Callable[[str], None] | None = None

    # ---------------------------------------------------------------------------------------------- the game

    def play(self) -> None:
        """Play to the end; raises ``Left`` where the player leaves before."""
        _ = self._shell.gettext
        self._save()
        self._screen.say(self._words.title.text, "bold")
        self._screen.say(
            _("The dice are fixed by a secret seed. Its SHA-256, told before the first roll, is:")
        )
        self._screen.say(f"  {self._match.opened.commitment}")
        self._screen.say(_("? shows what can be typed."))
        self._do(Begin())
        while (view := self._view()).phase != "over":
            if view.phase == "roll":
                self._ask_to_roll(view)
            elif view.phase == "write" or self._choosing:
                self._ask_for_box(view)
            else:
                self._ask_for_dice(view)
        self._result(view)

    def leave(self) -> None:
        """Say goodbye to a game that is not over, and keep the record."""
        self._save()
        if self._match.finished is None:
            self._screen.say(self._shell.gettext("You have left the table."))

    def _ask_to_roll(self, view: View) -> None:
        _ = self._shell.gettext
        answer = reply.to_roll(self._read(_("Enter rolls the dice: ")))
        if isinstance(answer, reply.Rolling):
            self._do(Roll(self._seat(view)))
        else:
            self._other(answer, _("Enter rolls the dice; q leaves the table."))

    def _ask_for_dice(self, view: View) -> None:
        _ = self._shell.gettext
        dice = tuple(die.face for die in view.dice)
        held = tuple(die.place for die in view.dice if die.held)
        free = len(dice) - len(held)
        asked = {"free": free, "left": view.left}
        if not free:
            prompt = _("All dice are kept. Enter goes on to a box; or type dice: ")
        elif held:
            prompt = (
                _("Enter rolls %(free)d dice (rolls left: %(left)d); other dice to keep; s to write: ")
                % asked
            )
        else:
            prompt = _("Dice to keep (rolls left: %(left)d); Enter rolls all; s to write: ") % asked
        answer = reply.to_keep(self._read(prompt), dice, held, self._match.tables.faces, self._boxes(view))
        match answer:
            case reply.Rolling():
                self._do(Roll(self._seat(view)))
            case reply.Stop():
                self._choosing = True
                self._screen.sheet(view, numbered=True)
            case reply.Holding(places, True) if len(places) < len(dice):
                self._do(Roll(self._seat(view), places))
            case reply.Holding(places):
                if self._do(Hold(self._seat(view), places)):
                    self._screen.dice(self._view().dice, self._match.tables.faces)
            case reply.Writing(box):
                self._do(Write(self._seat(view), box))
            case reply.Lost(face):
                self._screen.say(_("Not so many dice show %(face)d.") % {"face": face}, "red")
            case _:
                self._other(
                    answer,
                    _("Type the faces to keep, such as 5 5, or the letters below the dice; ? for help."),
                )

    def _ask_for_box(self, view: View) -> None:
        _ = self._shell.gettext
        prompt = _("Which box? Its number or name: ")
        if view.phase == "keep":
            prompt = _("Which box? Its number or name; Enter goes back to the dice: ")
        answer = reply.to_write(self._read(prompt), self._boxes(view))
        match answer:
            case reply.Writing(box):
                self._choosing = False
                self._do(Write(self._seat(view), box))
            case reply.Back() if view.phase == "keep":
                self._choosing = False
                self._screen.dice(view.dice, self._match.tables.faces)
            case _:
                self._other(
                    answer, _("Type the number that stands before a box, or the beginning of its name.")
                )

    def _other(self, answer: reply.Reply, hint: str) -> None:
        _ = self._shell.gettext
        match answer:
            case reply.Quit():
                raise Left
            case reply.Help():
                self._help()
            case reply.TakingBack():
                view = self._view()
                self._do(TakeBack(self._seat(view) if view.take_back is None else view.take_back))
            case reply.Unclear(near) if near:
                self._screen.say(_("That may be %(names)s.") % {"names": ", ".join(near)}, "red")
            case _:
                self._screen.say(hint, "red")

    def _help(self) -> None:
        _ = self._shell.gettext
        self._screen.say(
            _(
                "  Enter     roll the dice that are not kept\n"
                "  5 5       keep two fives (all others are rolled)\n"
                "  b d       keep the dice above the letters b and d\n"
                "  5 5 r     keep them and roll at once\n"
                "  -         keep none; * keeps all\n"
                "  s         roll no more and choose a box\n"
                "  NAME      write into the box of that name at once; its beginning is enough\n"
                "  u         take back what was written last, until somebody rolls\n"
                "  q         leave the table\n"
                "Until you roll you may take kept dice back: type others, or -."
            )
        )

    # --------------------------------------------------------------------------------------------- the match

    def _do(self, command: Command) -> bool:
        """Send a command to the match and tell what came of it; False where the match refuses it."""
        try:
            outcome = act(self._match, command, HOLDER, self._entropy)
        except RegattaError as error:
            self._screen.say(self._shell.words.sentence(error, self._name), "red")
            return False
        before = self._match
        self._match = outcome.match
        self._events += outcome.events
        self._tell(before, outcome.events)
        return True

    def _tell(self, before: Match, events: Sequence[Event]) -> None:
        """Tell what happened: the roll-off, the turns that ended, and then how the table lies now."""
        for event in events:
            if isinstance(event, RolledOff):
                self._told_roll_off(event)
        kinds = [event.kind for event in events]
        ended = kinds.count("wrote")
        for turn in self._match.turns[len(self._match.turns) - ended :]:
            self._told_turn(turn)
        if ended:
            self._save_if_possible()
        view = self._view()
        if view.phase == "over":
            return
        if ended or "started" in kinds:
            self._heading(view)
        elif any(isinstance(event, TookBack) for event in events):
            self._told_back(before.turns[-1], view)
        elif self._match.seat == before.seat and "rolled" in kinds:
            self._told_roll(view)

    def _told_roll_off(self, event: RolledOff) -> None:
        _ = self._shell.gettext
        if event.round > 1:
            self._screen.say(_("The best are equal and throw again."))
        for throw in event.throws:
            self._screen.say(
                _("%(name)s throws %(dice)s for the first turn.")
                % {"name": self._match.seats[throw.seat].name, "dice": _row(throw.dice)}
            )

    def _told_turn(self, turn: Turn) -> None:
        _ = self._shell.gettext
        told = {
            "name": self._match.seats[turn.seat].name,
            "rolls": ", ".join(_row(rolled.dice) for rolled in turn.rolls),
            "box": self._name(turn.box or ""),
            "points": turn.points,
            "extra": turn.extra,
        }
        self._screen.say(_("%(name)s (%(rolls)s): %(box)s %(points)d.") % told, "bold")
        if turn.extra:
            self._screen.say(_("%(name)s earns %(extra)d points more.") % told, "bold green")

    def _told_back(self, turn: Turn, view: View) -> None:
        _ = self._shell.gettext
        told = {
            "name": self._match.seats[turn.seat].name,
            "box": self._name(turn.box or ""),
            "points": turn.points,
        }
        self._save_if_possible()
        self._screen.say(_("%(name)s takes %(box)s %(points)d back.") % told, "bold")
        self._told_roll(view)

    def _heading(self, view: View) -> None:
        _ = self._shell.gettext
        self._choosing = False
        seat = self._seat(view)
        turn = {
            "name": view.seats[seat].name,
            "number": self._match.sheets[seat].filled.bit_count() + 1,
            "turns": len(self._match.tables.boxes),
            "total": view.seats[seat].total,
        }
        self._screen.rule(_("%(name)s: turn %(number)d of %(turns)d, %(total)d points") % turn)

    def _told_roll(self, view: View) -> None:
        _ = self._shell.gettext
        self._choosing = False
        dice = _row(tuple(die.face for die in view.dice))
        told = {"number": view.number, "rolls": view.rolls, "dice": dice}
        self._screen.say(_("Roll %(number)d of %(rolls)d: %(dice)s") % told)
        self._screen.dice(view.dice, self._match.tables.faces)
        self._screen.sheet(view, numbered=view.phase == "write")

    def _result(self, view: View) -> None:
        _ = self._shell.gettext
        self._screen.rule(_("The game is over."))
        self._screen.sheet(view)
        if len(view.seats) > 1:
            order = sorted(range(len(view.seats)), key=lambda seat: view.seats[seat].rank or 0)
            for seat in order:
                shown = view.seats[seat]
                self._screen.say(
                    f"{shown.rank}. {shown.name} {shown.total}", "bold" if shown.rank == 1 else ""
                )
        self._screen.say(_("The seed of the dice was %(seed)s.") % {"seed": view.seed})

    # ------------------------------------------------------------------------------------------------ pieces

    def _view(self) -> View:
        return self._match.view(HOLDER)

    @staticmethod
    def _seat(view: View) -> int:
        if view.seat is None:
            raise ValueError("the game is over")
        return view.seat

    def _boxes(self, view: View) -> dict[str, str]:
        return {box: self._name(box) for box in (view.preview.points if view.preview else ())}

    def _name(self, name: str) -> str:
        return self._words.names(name) if name else ""

    def _read(self, prompt: str) -> str:
        """Return the next line; raises ``Left`` at the end of the input."""
        try:
            text = input(prompt)
        except EOFError:
            self._screen.say()
            raise Left from None
        if not sys.stdin.isatty():
            # Nobody typed here: without this the answer would stand behind the question.
            self._screen.say(self._shell.printable(text))
        return text

    def _save(self) -> None:
        if self.saved is not None:
            self.saved(record(self._events, self._model.rules()).text())

    def _save_if_possible(self) -> None:
        """Save in the middle of a game, which a full disk must not end."""
        try:
            self._save()
        except OSError as error:
            self._screen.say(
                self._shell.gettext("The game could not be kept: %(reason)s.") % {"reason": error.strerror},
                "red",
            )


def _row(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))
