"""Multisets of dice: every roll, every keep, their indices and weights. Knows no game."""

from regatta.dice.dice import MAX_ROLLS, Dice, Faces, dice, number_of_rolls

__all__ = ["MAX_ROLLS", "Dice", "Faces", "dice", "number_of_rolls"]
