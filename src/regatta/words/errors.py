"""A sentence for every code of an error: what was wrong, where, what is expected.

A test compares the codes here with those that the program raises, and the parameters too.
"""

from __future__ import annotations

from regatta.words.marks import N_

SENTENCES: dict[str, str] = {
    # Games, options, players
    "game.unknown": N_("There is no game %(game)s. The games are: %(known)s."),
    "option.unknown": N_("The game has no option %(option)s. Its options are: %(known)s."),
    "option.value": N_("The option %(option)s cannot be %(found)s. It can be: %(known)s."),
    "player.not_ready": N_(
        "This bot needs the game worked out first. That is being done: try again in a moment."
    ),
    "player.not_offered": N_(
        "This bot does not play by these rules here: who runs the site has to work out its chances first (regatta solve %(game)s --targets)."
    ),
    "player.target": N_("%(found)s is no total to chase: a whole number up to %(most)s, such as 300."),
    "player.unknown": N_("There is no player %(player)s. The players are: %(known)s."),
    "rules.unreadable": N_("The rules of the game %(game)s in this record cannot be read."),
    "file.unnamed": N_("A file needs a name."),
    "input.closed": N_("There is nothing to read: standard input is closed."),
    "output.terminal": N_("A terminal cannot show this; name a file, or send standard output on to one."),
    "file.unreadable": N_("The file %(file)s cannot be read."),
    "model.faults": N_("The model %(file)s has faults: %(count)s."),
    # Dice and sheets that somebody typed
    "dice.count": N_("There are %(found)s dice; it takes %(expected)s."),
    "dice.face": N_("No die shows %(found)s: the faces are 1 to %(faces)s."),
    "dice.faces": N_("Dice with %(found)s faces cannot be thrown; at most %(most)s faces."),
    "dice.kept": N_("Die %(die)s stayed on the table with %(expected)s: it cannot show %(found)s now."),
    "dice.seed": N_("A seed has %(expected)s bytes, not %(found)s."),
    "dice.unreadable": N_("%(found)s are no dice. Write their faces with commas, such as 2,2,4,5,6."),
    "box.unknown": N_("There is no box %(box)s. The boxes are: %(known)s."),
    "sheet.unreadable": N_("%(found)s is no entry of a sheet. Write box=points, such as ones=3."),
    "sheet.box_twice": N_("The box %(box)s stands twice on the sheet."),
    "sheet.impossible_points": N_("No roll gives %(points)s points in the box %(box)s."),
    "sheet.impossible_order": N_("Boxes cannot be filled in an order that leads to the sheet %(sheet)s."),
    "sheet.impossible_extras": N_("The sheet cannot hold %(found)s extras: at most %(limit)s were possible."),
    "action.unknown": N_("%(action)s is no action of this game."),
    "roll.number": N_("There is no roll %(found)s in a turn: it has %(rolls)s."),
    # Games to be solved
    "solve.boxes": N_("A game with %(found)s boxes cannot be solved; at most %(limit)s boxes."),
    "solve.too_large": N_(
        "This game is too large to be solved: up to %(found)s sheets would have to be told apart; at most %(limit)s can be."
    ),
    "solve.memory": N_("That would take %(found)s MB of memory; at most %(limit)s MB."),
    "strategy.damaged": N_("%(file)s is damaged: what it held is computed again."),
    "strategy.old": N_("%(file)s comes from another version: what it held is computed again."),
    # Lines of JSON, each a position
    "line.key_missing": N_("The line lacks %(key)s."),
    "line.key_twice": N_("%(key)s stands twice in the line."),
    "line.key_unknown": N_("A position has no %(key)s. It has: %(known)s."),
    "line.too_long": N_("The line has more than %(limit)s bytes."),
    "line.unreadable": N_("The line is no JSON object."),
    "line.value": N_("The line holds something under %(key)s that does not belong there."),
    # Moves
    "move.box_forbidden": N_(
        "These dice may not be written into %(box)s: the rule %(rule)s allows only %(allowed)s."
    ),
    "move.box_not_yet": N_("%(box)s may not be written yet: another section comes first."),
    "move.box_written": N_("%(box)s is written already, with %(points)s."),
    "move.choose_first": N_("Choose the dice to keep before the next roll."),
    "move.game_over": N_("The game is over."),
    "move.no_dice": N_("No dice lie on the table: roll first."),
    "move.no_roll_left": N_("There is no roll left in this turn: write into a box."),
    "move.not_on_table": N_("The dice %(faces)s do not all lie on the table."),
    "move.not_your_turn": N_("%(turn_name)s is to move, not %(name)s."),
    "move.roll_first": N_("Roll first: no dice lie on the table yet."),
    "move.stop_first": N_("Keep all dice first: rolls are left in this turn."),
    "hold.no_such_die": N_("There is no die %(found)s: the table has %(dice)s dice."),
    "hold.twice": N_("Die %(die)s is named twice."),
    "roll.left": N_("There cannot be %(found)s rolls left: after a roll at most %(most)s are."),
    "roll.entered": N_("Roll %(number)s of this turn is entered already."),
    "roll.all_held": N_("All dice are held: free those that are to be rolled, or write into a box."),
    "hint.given": N_("What the coach says about these dice is on the page already."),
    "hint.not_here": N_("At this table the coach is not asked while the game goes on."),
    "back.nothing": N_("Nothing was written that could be taken back."),
    "back.other_seat": N_("%(last_name)s wrote last, so %(name)s has nothing to take back."),
    "back.rolled": N_("The dice have been rolled since: a roll is never taken back."),
    "back.shared": N_("Where several people play from their own screens, nothing is taken back."),
    # Matches, seats, names
    "match.unknown": N_("There is no match %(match)s. Perhaps its address was cut."),
    "match.begun": N_("The match has begun already."),
    "match.not_begun": N_("The match has not begun yet."),
    "match.not_over": N_("This match is not over yet. Its replay stands here once it is."),
    "review.not_over": N_(
        "This match is not over yet. What it owed to luck and to its players stands here once it is."
    ),
    "match.by_hand": N_("The dice of this match are thrown by hand."),
    "match.not_by_hand": N_("The dice of this match are thrown by the site: none can be typed in."),
    "match.stale": N_("The table has moved on since this page was shown. It shows the present state now."),
    "match.watching": N_("You hold no seat in this match: you can only watch."),
    "bounded.broken": N_("Something broke on our side while this was looked at."),
    "bounded.busy": N_("Many games are being looked at. Try again in a moment."),
    "bounded.closed": N_("The site is shutting down."),
    "bounded.too_long": N_("To make sense of this takes longer than %(seconds)s seconds: that is too long."),
    "bounded.too_much": N_(
        "To make sense of this takes more than %(megabytes)s MB of memory: that is too much."
    ),
    "copy.which": N_("To take a copy away name it; a list takes no name."),
    "copy.act": N_("With a text one can %(known)s; %(found)s is none of these."),
    "copy.faults": N_("The text has faults: %(count)s. The first stands in line %(line)s."),
    "copy.no_text": N_("The file is no text in UTF-8."),
    "copy.no_version": N_("This copy has no version %(number)s."),
    "copy.empty": N_("Choose a file, or a game to begin with."),
    "copy.unknown": N_("There is no copy %(copy)s. Perhaps its address was cut."),
    "copy.withdrawn": N_("The host of this site has taken this copy away."),
    "copy.not_yours": N_("This copy is another's: make a copy of your own to change it."),
    "copy.too_many": N_("You keep %(most)s copies already: throw one away first."),
    "copy.too_much": N_(
        "All versions of your copies take %(megabytes)s MB already: no more of them can be kept."
    ),
    "copy.too_many_versions": N_("This copy has %(most)s versions already: go on in a copy of it."),
    "copy.text": N_("The text holds characters that cannot be stored."),
    "sheet.columns": N_("%(found)s columns fit on no page: there can be 1 to %(most)s."),
    "sheet.paper": N_("There is no paper %(found)s here, only these: %(known)s."),
    "seat.not_yours": N_("The seat of %(name)s is not yours."),
    "seat.bot": N_("%(name)s is a bot already."),
    "seat.away": N_("A bot plays the seat of %(name)s. Come back to it first."),
    "seat.present": N_("No bot plays the seat of %(name)s."),
    "room.unknown": N_("There is no room with the code %(typed)s. Look again at each letter."),
    "room.none": N_("This match is played around one screen: nobody else can sit down."),
    "room.full": N_("All seats are taken: there are %(seats)s."),
    "room.begun": N_("The match has begun: the seats are closed."),
    "room.seated": N_("There is a seat for you in this match already."),
    "room.barred": N_("The host has closed this room to you."),
    "room.no_watchers": N_("Only the players may look at this match."),
    "room.not_host": N_("Only the host can do that."),
    "room.too_few": N_("The match needs at least %(needed)s players."),
    "room.too_many": N_("%(taken)s seats are taken: there cannot be only %(seats)s."),
    "ticket.bad": N_("This link is used up or too old. Make a new one where the seat is played now."),
    "ticket.here": N_("This browser has the seat already. Open the link on the other device."),
    "stand_in.nobody_waits": N_("Nobody waits for %(name)s."),
    "stand_in.clock": N_("The clock watches over the turn of %(name)s."),
    "stand_in.early": N_("Give %(name)s %(seconds)s more seconds. After that a bot can play the seat."),
    "clock.early": N_("There is time left."),
    "clock.unknown": N_("There is no clock of %(found)s seconds for a turn."),
    "secret.too_short": N_(
        "The key in %(name)s is too short: give it at least %(least)s characters that nobody can guess."
    ),
    "seats.by_hand": N_("Only people throw dice by hand: the bot %(name)s cannot play here."),
    "seats.no_person": N_("A match needs at least one person."),
    "seats.number": N_("%(found)s players cannot play this game: it takes %(low)s to %(high)s."),
    "seats.unknown": N_("There is no seat %(seat)s."),
    "reaction.unknown": N_("There is no call %(found)s, only these: %(known)s."),
    "name.characters": N_("A name cannot hold the character %(found)s, which cannot be seen."),
    "name.empty": N_("A name needs at least one letter, digit or sign."),
    "name.too_long": N_("A name can have at most %(limit)s characters."),
    "salt.given": N_("%(name)s has added to the dice already."),
    "salt.text": N_("What is added to the dice must have 1 to %(most)s characters."),
    "command.key": N_("The key of a move has 1 to %(most)s plain letters and digits."),
    "command.key_used": N_("This page has made its move already. It shows the present state now."),
    "command.unknown": N_("This is no move that the table knows."),
    "command.version": N_("This match never had such a version; now it has version %(version)s."),
    "guest.id": N_("This is not the id of a guest."),
    "guest.settings": N_("Settings can have at most %(most)s characters."),
    # The coach, and long work beside the site
    "coach.not_kept": N_("The game was worked out, but the result could not be kept on the server's disk."),
    # Translators: %(when)s is "in 12 seconds", "in 3 minutes".
    "job.broken": N_(
        "Working this out came to no end: something broke on the server. Ask again %(when)s, and it is tried anew."
    ),
    "job.busy": N_("Too much waits to be worked out. Try again in a moment."),
    "job.closed": N_("The server is closing. Try again in a moment."),
    # Translators: %(when)s is "in 12 seconds", "in 3 minutes".
    "job.too_long": N_(
        "Working this out took more than %(seconds)s seconds, and was given up. Ask again %(when)s, and it is tried anew."
    ),
    # Records
    "record.format": N_("This is no record of a match that this program can read: %(found)s."),
    "record.bot_salt": N_("The bot %(name)s added to the dice, which no bot does."),
    "record.by_hand": N_("The dice of this match were thrown by hand: nothing proves them."),
    "record.commitment": N_(
        "The seed is not the one that was promised: its SHA-256 is %(expected)s, not %(found)s."
    ),
    "record.dice": N_("Turn %(turn)s: roll %(k)s gave %(expected)s by the seed, not %(found)s."),
    "record.extra": N_("Turn %(turn)s: %(box)s earns %(expected)s points more, not %(found)s."),
    "record.first": N_("Seat %(expected)s won the first turn, not seat %(found)s (seats count from 0)."),
    "record.k": N_("Turn %(turn)s: this is roll %(expected)s of the match, not %(found)s."),
    "record.move": N_("Turn %(turn)s: the rules do not allow this (%(reason)s)."),
    "record.no_result": N_("Every sheet is full, but the record has no result."),
    "record.order": N_("Turn %(turn)s: this cannot happen now (%(event)s)."),
    "record.places": N_("Turn %(turn)s: the places of the dice are wrong."),
    "record.points": N_("Turn %(turn)s: the dice give %(expected)s points in %(box)s, not %(found)s."),
    "record.ranks": N_("The ranks are %(expected)s, not %(found)s."),
    "record.roll_off": N_(
        "Round %(round)s for the first turn: the seats %(expected)s throw, not %(found)s (seats count from 0)."
    ),
    "record.rules_digest": N_("The rules in the record have the digest %(expected)s, not %(found)s."),
    "record.salts": N_(
        "There must be an entry of salt for each of the %(expected)s seats; there are %(found)s."
    ),
    "record.seat": N_(
        "Turn %(turn)s: seat %(expected)s is to move, not seat %(found)s (seats count from 0)."
    ),
    "record.seed_hidden": N_(
        "The seed of the dice is not shown yet: the game is not over, and nothing proves its rolls."
    ),
    "record.totals": N_("The totals are %(expected)s, not %(found)s."),
    "record.missing": N_("The record lacks %(path)s."),
    "record.not_json": N_("The record is no JSON: line %(line)s, column %(column)s."),
    "record.constant": N_("The record holds %(found)s, which JSON does not have."),
    "record.unreadable": N_("The record cannot be read as JSON."),
    "record.too_big": N_("A record can have at most %(most)s bytes."),
    "record.unknown_field": N_("The record has a field that no record has: %(path)s."),
    "record.value": N_("The record cannot hold %(found)s at %(path)s."),
    # Forms and addresses
    "form.missing": N_("The form lacks the field %(field)s."),
    "form.not_a_number": N_("The field %(field)s holds %(found)s; a whole number belongs there."),
    "form.not_text": N_("The field %(field)s must hold text."),
    "form.text": N_("The field %(field)s holds characters that cannot be stored."),
    "form.token": N_(
        "This form did not come from your page, or the page is too old. Load it again and repeat."
    ),
    "form.too_many": N_("The form has too many fields or values: at most %(limit)s."),
    "form.type": N_("What was sent cannot be read here: send %(expected)s."),
    "form.unreadable": N_("What was sent is no JSON object."),
    "http.bad_request": N_("The request cannot be read."),
    "http.fault": N_("Something broke on the server. Nothing was changed by it; try again in a moment."),
    "http.method": N_("This address does not take such a request."),
    "http.not_found": N_("Nothing stands at this address."),
    "http.refused": N_("The request was refused (%(status)s)."),
    "http.too_large": N_("That is more than this address takes: at most 64 kB."),
    # Too much, too slowly
    "form.slow": N_("What was sent came too slowly: all of it must be here within %(seconds)s seconds."),
    # Translators: %(when)s is "in 12 seconds", "in 3 minutes".
    "limit.reached": N_("That was a lot in a short time. You can go on %(when)s."),
    # Translators: %(when)s is "in 12 seconds", "in 3 minutes".
    "limit.streams": N_(
        "Your browser watches %(most)s tables at once, which is all it may. Close one, and try again %(when)s."
    ),
    # Settings of a host
    "metrics.place": N_("The metrics cannot be served at %(place)s: %(reason)s."),
    "setting.choice": N_("%(name)s: it cannot be %(found)s. It can be: %(known)s."),
    "setting.networks": N_(
        "%(name)s: %(found)s are no addresses or networks. They look like 127.0.0.1,10.0.0.0/8."
    ),
    "setting.number": N_("%(name)s: %(found)s is not a whole number from %(low)s to %(high)s."),
    "setting.place": N_(
        "%(name)s: %(found)s is no place to listen at. It looks like 127.0.0.1:9464, or off."
    ),
    "setting.site": N_("%(name)s: %(found)s is no address of a site. It looks like https://dice.example."),
    # Copies of the database
    "backup.exists": N_("There is something at %(path)s already. Name a folder that is not there yet."),
    "backup.nothing": N_("There is no database at %(path)s."),
    # The store
    "storage.busy": N_("Too much waits to be stored. Try again in a moment."),
    "storage.closed": N_("The server is closing. Try again in a moment."),
    "storage.failed": N_("The move could not be stored; nothing was changed. Try again in a moment."),
    "storage.full": N_("The disk of the server is full: nothing was changed. Try again later."),
    "storage.served": N_("Another server has the database %(path)s: one database, one server."),
    "storage.unusable": N_(
        "The database %(path)s cannot be used: not writable, no database, or a newer one."
    ),
    "storage.url": N_("%(found)s is no address of a database. It looks like sqlite:///path/to/file."),
}
