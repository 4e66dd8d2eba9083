#!/usr/bin/env python3
"""A worked adapter: a small engine that plays chains, and the protocol around it (corpus/PROTOCOL.md).

It knows Spells, Traps, Quick and Ignition Effects, Spell Speeds, chains, and a handful of verbs. Whatever else a duel may
need is `unsupported`, with a reason. README.md beside this file tells how it was written.
"""

import json
import sys
import traceback

OTHER = {"Yugi": "Joey", "Joey": "Yugi"}
ZONES = {"monsters": "monster zone", "spells and traps": "spell and trap zone"}
FIELD = ["monster zone", "spell and trap zone"]
# A verb that moves cards: where they go, and what they are then called in events.
MOVES = {
    "destroy": ("gy", ["destroyed", "sent to gy"]),
    "send to gy": ("gy", ["sent to gy"]),
    "discard": ("gy", ["discarded", "sent to gy"]),
    "tribute": ("gy", ["tributed", "sent to gy"]),
    "banish": ("banished", ["banished"]),
    "add to hand": ("hand", ["added to hand"]),
    "return to hand": ("hand", ["returned to hand"]),
}
LIFE_POINTS = {"damage": (-1, "takes damage"), "pay lp": (-1, "pays lp"), "gain lp": (1, "gains lp")}
# Which joints of two parts need the part before, and which begin a new instant.
NEEDS = {None: False, "and if you do": True, "then": True, "also": False, "also after that": False}
LATER = ["then", "also after that"]
# Nobody Summons, attacks or changes phase here, so effects that wait for it never come up, and need not be understood.
NEVER = ["attack declared", "chosen as attack target", "destroys by battle", "inflicts battle damage",
         "takes battle damage", "would be summoned", "summoned", "normal summoned", "special summoned",
         "flip summoned", "used as material", "turned face-up"]


class Unsupported(Exception):
    """The engine cannot play this duel."""


# ---- the protocol: one message a line ------------------------------------------------------------------------------


def write(message):
    print(json.dumps(message), flush=True)  # flushed, or the runner waits for ever


def tell(event, **fields):
    write({"type": "event", "event": event, **fields})


def main():
    duel = None
    for line in sys.stdin:  # the end of the input is the end of the engine
        message = json.loads(line)
        try:
            if message["type"] == "hello":
                write({"type": "hello", "protocol": 2, "engine": "worked example", "version": "1.0",
                       "formats": ["tcg", "ocg", "edison", "goat"], "capabilities": ["windows", "instants", "outcomes"]})
            elif message["type"] == "start":
                duel = Duel(message).play()  # a generator: it yields questions and is sent the answers
                write(next(duel))
            elif message["type"] == "answer":
                write(duel.send(message))
        except Unsupported as why:
            write({"type": "unsupported", "reason": str(why)})
        except Exception as mistake:  # ours: this duel breaks down, the next one is played
            traceback.print_exc()
            write({"type": "error", "message": repr(mistake)})


# ---- cards and effects: what is understood of them -------------------------------------------------------------------


class Card:
    def __init__(self, number, sent, definition):
        self.number, self.name, self.definition = number, sent["name"], definition
        self.owner, self.player = sent.get("owner", sent["player"]), sent["player"]
        self.kind = next(kind for kind in ("monster", "spell", "trap") if kind in definition)
        self.face = "down" if sent["zone"] == "set" else "up"
        self.zone = FIELD[self.kind != "monster"] if sent["zone"] == "set" else ZONES.get(sent["zone"], sent["zone"])
        self.position = sent.get("position", "defense" if self.face == "down" else "attack")
        self.fresh = sent.get("since") == "this turn"
        self.moves = 0  # a card that has moved is no longer what an effect targeted
        self.effects = [Effect(self, n, body) for n, body in enumerate(definition.get("effects", []))]

    def shown(self):
        board = {"card": self.number, "zone": self.zone, "player": self.player}
        if self.zone in FIELD:
            board["face"] = self.face
        if self.zone == "monster zone":
            stats = {stat: self.definition["monster"].get(stat, 0) for stat in ("atk", "def")}
            board.update(position=self.position, **{stat: 0 if n == "?" else n for stat, n in stats.items()})
        return board


def only(words, known, where):
    """Every word must be known: what is not understood must not be passed over."""
    for word in words:
        if word not in known:
            raise Unsupported(f"`{word}` in {where}")


def plain(value, where):
    if not isinstance(value, int):
        raise Unsupported(f"{where} that are no plain number")


class Effect:
    def __init__(self, card, number, body):
        self.card, self.number = card, number
        self.kind = next(key for key in body if key != "id")
        self.body, self.speed = body[self.kind], 0
        if never(self.body):
            return
        only([self.kind], ["activation", "quick", "ignition"], "effects")
        only(self.body, ["mandatory", "from", "when", "during", "once per turn", "cost", "targets", "does"], "effects")
        if self.kind == "activation":
            printed = card.definition[card.kind]
            only([printed], ["normal", "quick-play", "counter"], f"{card.kind}s")
            self.speed = 3 if printed == "counter" else 2 if card.kind == "trap" or printed == "quick-play" else 1
        else:
            self.speed = 2 if self.kind == "quick" else 1
        if self.body.get("mandatory"):
            raise Unsupported("mandatory quick effects")
        self.cause = self.body.get("when")
        if self.cause is not None:
            only(self.cause, ["card activated", "activated"], "causes")
            only([key for cause in self.cause.values() for key in cause], ["what"], "causes")
        self.cost, self.does = ([part(p) for p in self.body.get(key, [])] for key in ("cost", "does"))
        self.targets = self.body.get("targets", [])
        for target in self.targets:
            only([target] if isinstance(target, str) else target, ["choose", "of", "as"], "targets")
            plain(target["choose"], "choices")
            check_group(target["of"])


def never(body):
    """Whether an effect waits for something that never happens here."""
    during = body.get("during", {})
    if "at" in during or not {"main 1", "main 2"} & set(during.get("phase", ["main 1"])):
        return True
    cause = body.get("when") or body.get("if") or {}
    events = [event for one in cause.get("any of", [cause]) for event in one]
    return bool(events) and all(event in NEVER for event in events)


def part(written):
    """A part of an effect as (joint, verb, value): {then: {draw: 2}} is ("then", "draw", 2)."""
    joint, [(verb, value)] = None, written.items()
    if verb in NEEDS or verb == "and":
        joint, [(verb, value)] = verb, value.items()
    only([joint], NEEDS, "joints")
    only([verb], [*MOVES, *LIFE_POINTS, "draw", "negate"], "verbs")
    if verb in MOVES and isinstance(value, dict):
        only(value, ["all", "choose", "of", "what"], "selections")
        plain(value.get("choose", 1), "choices")
        check_group(value.get("all") or value.get("of") or {})
    elif verb == "negate":
        only([value], ["that activation", "that effect"], "verbs")
    elif verb not in MOVES:
        value = value if isinstance(value, dict) else {"who": "you", "count": value}
        only(value, ["who", "count"], "amounts")
        only([value["who"]], ["you", "opponent", "each player"], "amounts")
        plain(value["count"], "amounts")
    return joint, verb, value


def check_group(group):
    only(group, ["kind", "whose", "in", "face", "attribute", "type", "other than"], "groups")
    only(group.get("other than", []), ["this card"], "groups")


# ---- the duel ----------------------------------------------------------------------------------------------------------


class Link:
    def __init__(self, number, player, effect, answered):
        self.number, self.player, self.effect, self.card, self.answered = number, player, effect, effect.card, answered
        self.named, self.negated = {}, None  # the cards known by a name, and whether it was negated


class Duel:
    def __init__(self, start):
        only([start["phase"]], ["main 1", "main 2"], "phases")
        definitions = {definition["name"]: definition for definition in start["definitions"]}
        self.cards = [Card(n, sent, definitions[sent["name"]]) for n, sent in enumerate(start["cards"])]
        only([key for sent in start["cards"] for key in ("equipped to", "attached to", "counters") if key in sent], [], "the set-up")
        self.phase, self.lp, self.chain, self.instant = start["phase"], start["lp"], [], 0
        self.used = []  # what may be used only once per turn

    def ask(self, kind, player, **fields):
        board = {"lp": self.lp, "cards": [card.shown() for card in self.cards]}
        return {"type": "prompt", "kind": kind, "player": player, "turn": "Yugi", "phase": self.phase, "board": board,
                **fields}

    def play(self):
        """Box A, and what comes of it. Boxes are not named: the runner works them out from who is asked when."""
        while True:
            options = self.activations("Yugi", 1) + self.other_actions()
            answer = yield self.ask("act", "Yugi", options=options)
            chosen = options[answer["option"]]
            only([chosen["action"]], ["activate"], "actions")
            player = "Yugi"
            while chosen:
                yield from self.play_chain(player, chosen)
                if min(self.lp.values()) <= 0:
                    winner = OTHER[min(self.lp, key=self.lp.get)]
                    board = {"lp": self.lp, "cards": [card.shown() for card in self.cards]}
                    yield {"type": "end", "result": f"{winner} wins", "board": board}
                for player in ("Yugi", "Joey"):  # boxes B and C: a new chain, or back to box A
                    options = self.activations(player, 2)
                    answer = yield self.ask("respond", player, options=options)
                    chosen = options[answer["option"]] if "option" in answer else None
                    if chosen:
                        break

    def other_actions(self):
        """What Yugi may do besides, so that it is on offer. Whoever does it learns that it is unsupported."""
        phases = ["battle", "end"] if self.phase == "main 1" else ["end"]
        actions = [{"action": "go to", "phase": phase} for phase in phases]
        for card in self.cards:
            if card.player == "Yugi" and card.zone == "hand":
                level = card.definition["monster"].get("level", 99) if card.kind == "monster" else 0
                tributes = 0 if level < 5 else 1 if level < 7 else 2
                if len(self.group({"kind": "monster", "whose": "yours"}, card, "Yugi")) >= tributes:
                    actions.append({"action": "set", "card": card.number})
                    actions += [{"action": "normal summon", "card": card.number}] if card.kind == "monster" else []
            elif card.player == "Yugi" and card.zone == "monster zone" and not card.fresh:
                turn = "change position" if card.face == "up" else "flip summon"
                actions.append({"action": turn, "card": card.number})
        return actions

    # -- chains

    def play_chain(self, player, chosen):
        """Box D: the chain grows until both players pass in a row; then it resolves, last link first."""
        self.chain, passed = [], 0
        yield from self.activate(player, chosen)
        while passed < 2:
            player = OTHER[player]
            options = self.activations(player, max(2, self.chain[-1].effect.speed))
            answer = yield self.ask("respond", player, options=options)
            if "option" in answer:
                yield from self.activate(player, options[answer["option"]])
            passed = 0 if "option" in answer else passed + 1
        tell("chain complete")
        for link in reversed(self.chain):
            self.instant += 1
            outcome = link.negated or ("done" if (yield from self.resolve(link)) else "without effect")
            tell("resolved", link=link.number, outcome=outcome)
        used = [link.card for link in reversed(self.chain) if link.effect.kind == "activation"]
        self.move("send to gy", [card for card in used if card.zone == "spell and trap zone"])
        self.chain = []
        tell("chain over")

    def activate(self, player, chosen):
        effect = self.cards[chosen["card"]].effects[chosen["effect"]]
        link = Link(len(self.chain) + 1, player, effect, self.chain[-1] if self.chain else None)
        if effect.kind == "activation":  # the card is put on the field, or turned over
            effect.card.zone, effect.card.face = "spell and trap zone", "up"
        self.used.append(self.limit(effect))
        self.instant += 1
        for _, verb, value in effect.cost:
            yield from self.do(verb, value, link, "cost")
        for target in effect.targets:
            cards = yield from self.choose(link, "target", target["choose"], self.group(target["of"], effect.card, player))
            link.named[target.get("as")] = [(card, card.moves) for card in cards]
        targets = [card.number for cards in link.named.values() for card, _ in cards]
        self.chain.append(link)
        tell("activated", link=link.number, player=player, card=chosen["card"], effect=chosen["effect"], targets=targets)

    def activations(self, player, speed):
        """Everything a player may activate now, with at least this Spell Speed."""
        effects = [effect for card in self.cards for effect in card.effects if effect.speed >= speed]
        return [{"action": "activate", "card": effect.card.number, "effect": effect.number}
                for effect in effects if self.can_activate(player, effect)]

    def can_activate(self, player, effect):
        card = effect.card
        if card.player != player or any(link.card is card for link in self.chain if effect.kind == "activation"):
            return False
        if effect.kind == "activation":
            from_hand = card.zone == "hand" and card.kind == "spell" and player == "Yugi"
            was_set = card.face == "down" and not (card.fresh and effect.speed > 1)
            in_place = from_hand or (card.zone == "spell and trap zone" and was_set)
        else:
            places = effect.body.get("from", ["monster zone"])
            in_place = card.zone in places and not (card.zone in FIELD and card.face == "down")
        during = effect.body.get("during", {})
        in_time = self.phase in during.get("phase", [self.phase])
        in_time = in_time and during.get("turn") != ("opponent's" if player == "Yugi" else "yours")
        if not in_place or not in_time or (effect.speed == 1 and player != "Yugi"):
            return False
        if self.limit(effect) is not None and self.limit(effect) in self.used:
            return False
        if effect.cause:
            [(event, cause)] = effect.cause.items()
            last = self.chain[-1] if self.chain else None
            if not last or (event == "card activated" and last.effect.kind != "activation"):
                return False
            if cause["what"] == "this card" or not self.fits(last.card, cause["what"], card, player):
                return False
        enough = [len(self.group(t["of"], card, player)) >= t["choose"] for t in effect.targets]
        return all(enough) and all(self.possible(verb, value, card, player) for _, verb, value in
                                   effect.cost + effect.does[:1])

    def limit(self, effect):
        """What is used up by "once per turn": this copy, or the effect of every copy of its player."""
        if "once per turn" not in effect.body:
            return None
        card = effect.card
        return card.number if effect.body["once per turn"] == "copy" else (card.player, card.name, effect.number)

    def possible(self, verb, value, card, player):
        """Whether a cost can be paid, or the first part of an effect would do something."""
        if verb in MOVES and isinstance(value, dict) and "what" not in value:
            return len(self.group(value.get("all") or value["of"], card, player)) >= value.get("choose", 1)
        if verb == "pay lp":
            return self.lp[player] >= value["count"]
        if verb == "draw":
            decks = [[c for c in self.cards if (c.player, c.zone) == (who, "deck")] for who in self.who(value, player)]
            return all(len(deck) >= value["count"] for deck in decks)
        return True

    # -- what effects do

    def resolve(self, link):
        if link.negated:
            return False
        done, anything = True, False
        for joint, verb, value in link.effect.does:
            if NEEDS[joint] and not done:
                continue
            self.instant += joint in LATER
            done = yield from self.do(verb, value, link, "effect")
            anything = anything or done
        return anything

    def do(self, verb, value, link, purpose):
        """Does one part; says whether it did anything."""
        if verb in MOVES:
            cards = yield from self.select(value, link, purpose)
            self.move(verb, cards)
            return bool(cards)
        if verb == "negate":
            link.answered.negated = value.removeprefix("that ") + " negated"
            tell("cards", instant=self.instant, are=[link.answered.negated], cards=[link.answered.card.number])
            return True
        for player in self.who(value, link.player):
            if verb == "draw":
                drawn = [card for card in self.cards if (card.player, card.zone) == (player, "deck")][:value["count"]]
                if len(drawn) < value["count"]:
                    raise Unsupported("a player who cannot draw")
                for card in drawn:
                    card.zone = "hand"
                tell("player", instant=self.instant, **{"is": "draws"}, player=player, count=value["count"])
            else:
                sign, word = LIFE_POINTS[verb]
                self.lp[player] = max(0, self.lp[player] + sign * value["count"])
                tell("player", instant=self.instant, **{"is": word}, player=player, count=value["count"])
        return True

    def move(self, verb, cards):
        if not cards:
            return
        zone, words = MOVES[verb]
        for card in cards:
            card.zone, card.player, card.face, card.moves = zone, card.owner, "up", card.moves + 1
        tell("cards", instant=self.instant, are=words, cards=[card.number for card in cards])

    def who(self, value, player):
        return {"you": [player], "opponent": [OTHER[player]], "each player": ["Yugi", "Joey"]}[value["who"]]

    def select(self, value, link, purpose):
        """The cards a verb is about: a word, a whole group, or a choice from one."""
        if isinstance(value, str) or "what" in value:
            word = value if isinstance(value, str) else value["what"]
            if word == "this card":
                return [link.card]
            if word == "that card" and link.answered:
                return [link.answered.card] if link.answered.card.zone in FIELD else []
            only([word], link.named, "words")
            return [card for card, moves in link.named[word] if card.moves == moves]
        cards = self.group(value.get("all") or value["of"], link.card, link.player)
        if "all" in value:
            return cards
        return (yield from self.choose(link, purpose, min(value["choose"], len(cards)), cards))

    def choose(self, link, purpose, count, cards):
        if not count:
            return []
        of = {"for": {"card": link.card.number, "effect": link.effect.number}}
        numbers = [card.number for card in cards]
        answer = yield self.ask("choose", link.player, purpose=purpose, **of, cards=numbers, min=count, max=count)
        return [self.cards[number] for number in answer["cards"]]

    def group(self, group, this, player):
        """The cards of a group. A card is never meant by an effect of its own that speaks of others."""
        places = [zone for place in group.get("in", FIELD) for zone in (FIELD if place == "field" else [place])]
        return [c for c in self.cards if c is not this and c.zone in places and self.fits(c, group, this, player)]

    def fits(self, card, group, this, player):
        printed = card.definition[card.kind]
        kinds = {"card": True, "spell or trap": card.kind != "monster", "counter trap": printed == "counter"}
        hidden = card.zone in FIELD and card.face == "down"
        return (kinds.get(group.get("kind", "card"), group.get("kind") == card.kind)
                and group.get("whose", "") in ("", "yours" if card.player == player else "opponent's")
                and group.get("face", card.face) == card.face
                and all(not hidden and printed[key] in group[key] for key in ("attribute", "type") if key in group))


if __name__ == "__main__":
    main()
