"""The authority: commands in, events out. Seats, fair dice, views, records; no storage and no clock.

``authority`` takes commands, ``decide`` judges them, ``match`` holds what the events lead to, ``view`` is
what people see of it, ``record`` what they take home.
"""
