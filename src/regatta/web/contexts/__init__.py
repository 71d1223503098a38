"""What each page is given: one frozen dataclass per page, and one per part of it; a tuple where there are many of them.

``template`` names the file; the names a template uses are exactly the fields of its context.

One file a page, or a part of several.
"""

from regatta.web.contexts.calls import Call, Calls
from regatta.web.contexts.dice import DiceCount, FaceCount, FairRoll, MatchDice, Measure, SaltOf, SiteDice
from regatta.web.contexts.frame import Context, Frame, Language
from regatta.web.contexts.lobby import Game, Lobby, Own, Standings, Unfinished
from regatta.web.contexts.moved import Away, Forms, Moved, Reaction
from regatta.web.contexts.newgame import BotField, Choice, NameField, NewGame, OptionField
from regatta.web.contexts.newpad import NewPad, Starter
from regatta.web.contexts.replay import Replay, ReplayTurn, Start, Ways
from regatta.web.contexts.result import Day, Pad, PadRow, Place, Result, Series, SeriesRow, Standing
from regatta.web.contexts.rules import Chosen, ModelFile, ModelLine, Rules, RulesPage, RulesPreview
from regatta.web.contexts.seats import Die, Dock, Entry, Face, RollButton, RollNumber, Seat, Slot
from regatta.web.contexts.sheet import Block, Cell, Row
from regatta.web.contexts.still import Help, Offline, Refusal, SettingsPage
from regatta.web.contexts.table import Hint, Leaving, PastTurn, Proof, Table, TakeBack, Waiting, WaitingSeat

__all__ = [
    "Away",
    "Block",
    "BotField",
    "Call",
    "Calls",
    "Cell",
    "Choice",
    "Chosen",
    "Context",
    "Day",
    "DiceCount",
    "Die",
    "Dock",
    "Entry",
    "Face",
    "FaceCount",
    "FairRoll",
    "Forms",
    "Frame",
    "Game",
    "Help",
    "Hint",
    "Language",
    "Leaving",
    "Lobby",
    "MatchDice",
    "Measure",
    "ModelFile",
    "ModelLine",
    "Moved",
    "NameField",
    "NewGame",
    "NewPad",
    "Offline",
    "OptionField",
    "Own",
    "Pad",
    "PadRow",
    "PastTurn",
    "Place",
    "Proof",
    "Reaction",
    "Refusal",
    "Replay",
    "ReplayTurn",
    "Result",
    "RollButton",
    "RollNumber",
    "Row",
    "Rules",
    "RulesPage",
    "RulesPreview",
    "SaltOf",
    "Seat",
    "Series",
    "SeriesRow",
    "SettingsPage",
    "SiteDice",
    "Slot",
    "Standing",
    "Standings",
    "Start",
    "Starter",
    "Table",
    "TakeBack",
    "Unfinished",
    "Waiting",
    "WaitingSeat",
    "Ways",
]
