"""Défizz as a `Game`: how a table starts, and which rule an action sets going."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import get_args

from engines.core.clicks import tick_of
from engines.core.codec import Codec, SparseCodec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.play import Play
from engines.core.records import Refusal, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.rules import NO_CHANGE
from engines.core.seats import DRAWN, first_seat, read_first, read_seats
from engines.defizz import events, host, leading, legal, model, modes, observe, polls, rounds, tally, words
from engines.defizz.dealing import DefizzDealer, Setups
from engines.defizz.deck import Deck, built_in_deck
from engines.defizz.events import DefizzEvent
from engines.defizz.faults import read_deck
from engines.defizz.model import Action, DefizzState, Options, Position, Setup
from engines.defizz.modes import bot_verdict, hear_answer, mode_of, pending_answer
from engines.defizz.observe import Observation, bounds, is_open_to_all
from engines.defizz.settling import (
    annul,
    await_next,
    challenge_of,
    change_challenge,
    die_of,
    is_naming,
    question_of,
    win,
)
from engines.defizz.shelf import choose_cards
from engines.defizz.stakes import CHIPS, DefizzPlay, effective_stake, forfeit, pay, shuffle


class Defizz(Game[Setup, Position, Action, DefizzEvent, Observation]):
    """A quiz with wagers: clues, a question, a stake, and who dares to pay (Z1 to Z22)."""

    name = "defizz"
    rules_version = 3
    # 2: longer verdicts (Z14), the expert reader's card (Z16).
    # 3: verdicts can be contested (Z21, Z22), anecdotes (Z24), chosen themes (Z25).
    upgrades = MappingProxyType({1: NO_CHANGE, 2: NO_CHANGE})
    seats_min = 2
    seats_max = 12
    sequential = False
    left_out = frozenset({"at"})
    decided_outside = frozenset({"verdict"})
    beside_computers = MappingProxyType({"reader": "bot"})  # a computer hears no answers
    at_tables = MappingProxyType({"contest": True})
    dealer = DefizzDealer()

    options = Codec(Options)
    setups = Setups(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = SparseCodec(*get_args(Action))
    events: Codec[DefizzEvent] = Codec(*get_args(DefizzEvent))
    observations = Codec(Observation)

    legal_actions = staticmethod(legal.legal_actions)
    why_not_yours = staticmethod(legal.why_not_yours)
    objection = staticmethod(legal.objection)
    deadline = staticmethod(observe.deadline)
    to_act = staticmethod(observe.to_act)
    observe = staticmethod(observe.observe)
    without_words = staticmethod(words.blank)
    contenders = staticmethod(rounds.players_of)
    find_moments = staticmethod(tally.find_moments)
    tally = staticmethod(tally.tally)

    def least_seats(self, options: Mapping[str, object]) -> int:
        """Return 2 where the bot reads, else 3 (Z1)."""
        return self.seats_min if options.get("reader") == "bot" else self.seats_min + 1

    def people_a_seat(self, options: Mapping[str, object]) -> int:
        """Return 2 where teams play, else 1 (Z16)."""
        return 2 if options.get("teams") is True else 1

    def setup(self, seats: Sequence[SeatName], options: Mapping[str, object]) -> Setup:
        """Return the setup of a new table; raises Refusal `bad_seats` or `bad_options`."""
        wishes = dict(options)
        wanted = wishes.pop("deck", None) if "deck" in wishes else built_in_deck()
        deck = wanted if isinstance(wanted, Deck) else read_deck(wanted)
        chosen = self.options.parse(wishes, "bad_options")
        known = read_seats(seats, self.least_seats(wishes), self.seats_max)
        setup = Setup("defizz", known, chosen, choose_cards(deck, chosen.themes, chosen.difficulty))
        read_first(chosen.first, rounds.players_of(setup))
        return setup

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, DefizzEvent]:
        """Return the first turn: draws shuffle the piles and say who begins, unless that is set (Z2, Z18)."""
        options, many = setup.options, len(setup.seats)
        duel, multi = (setup.deck.pile(kind) for kind in ("duel", "multi"))
        if options.shuffle:
            duel, multi = shuffle(duel, draws), shuffle(multi, draws)
        players = rounds.players_of(setup)
        position = Position(
            phase="roll",
            round=0,
            active=first_seat(options.first, players, draws),
            reader=None,
            chips=tuple(0 if options.enrichment or seat not in players else CHIPS for seat in setup.seats),
            paid=(0,) * many,
            bank=options.bank if options.enrichment else 0,
            lost=0,
            in_play=players,
            missed=(0,) * many,
            help_left=tuple(not options.expert and seat in players for seat in setup.seats),
            duel=model.Pile(duel),
            multi=model.Pile(multi),
        )
        play: DefizzPlay = Play(State(setup, position), draws)
        rounds.open_turn(play, position.active, drawn=options.first == DRAWN)
        return play.step()

    def presides(self, state: DefizzState, seat: SeatName) -> bool:
        """Return whether the seat is a quizmaster (Z27)."""
        return not self.is_over(state) and leading.leads(state, seat)

    def refusal(self, state: DefizzState, seat: SeatName, action: Action) -> Refusal | None:
        """Return why `seat` may not do this now, or None when it may; nobody is awaited to contest (Z21)."""
        if isinstance(action, model.Contest):
            return legal.refuse_contest(state, seat, action)
        return super().refusal(state, seat, action)

    def stamp(self, action: Action, order: int) -> Action:
        """Return an answer with the tick of its click: within the same one, nobody was first (Z9)."""
        if not isinstance(action, model.Answer):
            return action
        return replace(action, at=tick_of(order))

    def decide(self, state: DefizzState, seat: SeatName, action: Action) -> Action:
        """Return an answer with the bot's verdict (Z14)."""
        if not isinstance(action, model.Answer) or self.refusal(state, seat, action) is not None:
            return action
        return replace(action, verdict=hear_answer(state.setup, state.position, action))

    def follow(self, play: DefizzPlay, seat: SeatName, action: Action) -> None:
        """Apply the rule of an action."""
        if leading.is_led(action):
            leading.lead(play, seat, action)
            return
        match action:
            case model.Roll():
                rounds.roll(play)
            case model.Help():
                rounds.use_help(play)
            case model.AskQuestion(question):
                rounds.ask(play, question, by_itself=False)
            case model.Choose(question, opponent, stake):
                chosen = question if question is not None else play.position.asked
                assert chosen is not None, "the reader has chosen where the active seat does not"
                choose(play, chosen, opponent, stake)
            case model.Accept():
                accept(play, seat)
            case model.Refuse():
                refuse(play, seat)
            case _:
                _follow_answer(play, seat, action)

    def blamed(self, state: DefizzState) -> tuple[SeatName, ...]:
        """Return whose missed deadline counts: nobody's in a Chrono, a vote, or for a verdict (Z19)."""
        if state.position.phase in ("verdict", "vote") or is_open_to_all(state.setup, state.position):
            return ()
        return self.to_act(state)

    def lapse(self, play: DefizzPlay, awaited: tuple[SeatName, ...]) -> None:
        """Go on without the awaited decision (Z19)."""
        setup, position = play.setup, play.position
        if is_open_to_all(setup, position):
            for silent in challenge_of(position).waiting:
                play.tell(events.GaveUp(silent, silent=True))
            modes.close_chrono(play)
        elif position.phase == "vote":
            polls.close(play)
        elif position.phase == "verdict":
            said = pending_answer(position)
            assert said is not None, "an answer is pending"
            mode_of(play).judge(play, right=bot_verdict(said), by="deadline")
        else:
            for seat in awaited:
                _do_without(play, seat)

    def remove(self, play: DefizzPlay, seat: SeatName, *, absent: bool) -> None:
        """Take a seat away; its chips go into the pot during a challenge, else they are lost (Z20)."""
        polls.leave(play, seat)
        before = play.position
        chips = forfeit(play, seat, to_pot=before.challenge is not None)
        in_play = tuple(other for other in before.in_play if other != seat)
        play.position = replace(play.position, in_play=in_play)
        play.tell(events.Left(seat, absent, chips, before.challenge is not None))
        if len(in_play) == 1:
            rounds.close(play, in_play)
        elif before.challenge is not None:
            _leave_challenge(play, seat)
        elif seat == before.active:
            rounds.next_turn(play)
        else:
            rounds.replace_reader(play)

    def awaits_settle(self, state: DefizzState) -> bool:
        """Return whether an open Chrono has a right answer, so that only earlier clicks can matter (Z9)."""
        open_to_all = observe.is_open_to_all(state.setup, state.position)
        return open_to_all and modes.has_right_answer(state.position)

    def obey(self, play: DefizzPlay, command: str) -> None:
        """Do what the table ("settle", Z9) or its host (see `host`) commands."""
        if command == "settle" and self.awaits_settle(State(play.setup, play.position)):
            modes.close_chrono(play)
            return
        if not host.is_known(command):
            super().obey(play, command)
        refusal = host.refusal(play.position, command)
        if refusal is not None:
            raise refusal
        host.obey(play, command)

    def host_commands(self, state: DefizzState) -> tuple[str, ...]:
        """Return the commands that the host may give now (see `host`)."""
        return host.commands(state.position)

    def rank(self, state: DefizzState, seat: SeatName) -> tuple[int, ...]:
        """Rank by chips; the eliminated, by who was in play longer (Z30)."""
        position = state.position
        lasted = position.out.index(seat) if seat in position.out else len(position.out)
        return (-position.chips[state.setup.seats.index(seat)], -lasted)


def _follow_answer(play: DefizzPlay, seat: SeatName, action: Action) -> None:
    """Apply the rule of an action that belongs to a question already asked."""
    match action:
        case model.Contest():
            polls.contest(play, seat, action)
        case model.Vote(turned):
            polls.cast(play, model.Ballot(seat, turn=turned))
        case model.Name(named) if play.position.poll is not None:
            polls.cast(play, model.Ballot(seat, named=named))
        case model.Pass() if play.position.poll is not None:
            polls.cast(play, model.Ballot(seat))
        case model.Answer():
            mode_of(play).hear(play, seat, action)
        case model.Pass():
            mode_of(play).give_up(play, seat)
        case model.Judge(right):
            mode_of(play).judge(play, right=right, by="reader")
        case model.Name(named):
            win(play, named)


def _do_without(play: DefizzPlay, seat: SeatName) -> None:
    """Go on without the decision of a seat (Z19)."""
    setup, position = play.setup, play.position
    match position.phase:
        case "roll":
            rounds.roll(play, by_itself=True)
        case "ask":
            rounds.ask(play, 0, by_itself=True)
        case "choose":
            _choose_for(play)
        case "raise":
            refuse(play, seat, by_itself=True)
        case "answer" if is_naming(setup, position):
            annul(play, "nobody")
        case "answer":
            mode_of(play).give_up(play, seat, silent=True)


def _choose_for(play: DefizzPlay) -> None:
    """Choose the first question, the next opponent and the minimum, where these must be chosen (Z19)."""
    setup, position = play.setup, play.position
    question = position.asked if position.asked is not None else 0
    opponent = rounds.opponents(setup, position)[0] if die_of(position).kind == "duel" else None
    limits = bounds(setup, position)
    choose(play, question, opponent, limits[0] if limits else None, by_itself=True)


def _leave_challenge(play: DefizzPlay, seat: SeatName) -> None:
    """Take a leaver out of the challenge, and go on with it or settle it (Z20)."""
    before = play.position
    if before.phase == "raise" and seat == before.active:
        annul(play, "off")
        return
    if seat == before.reader:
        rounds.change_reader(play, None)
    now = change_challenge(
        play,
        participants=tuple(other for other in challenge_of(before).participants if other != seat),
        waiting=tuple(other for other in challenge_of(before).waiting if other != seat),
    )
    if before.phase == "raise":
        end_raise(play)
    elif len(now.participants) == 1:
        win(play, now.participants[0], "alone")
    else:
        mode_of(play).resume(play)


# A challenge until its question is asked: it is chosen, raised and paid for (Z4 to Z7).


def choose(
    play: DefizzPlay, question: int, opponent: SeatName | None, stake: int | None, *, by_itself: bool = False
) -> None:
    """Open the challenge: at the minimum all take part at once, a raise awaits their answers (Z4 to Z6)."""
    position = play.position
    assert position.card is not None, "a card has been turned"
    against = rounds.opponents(play.setup, position) if opponent is None else (opponent,)
    raised = stake is not None and stake > die_of(position).minimum
    clue = play.setup.deck.card(position.card).questions[question].clue
    play.tell(events.Challenged(position.active, question, clue, opponent, stake, raised, by_itself))
    first = (position.active,)
    challenge = model.Challenge(question, opponent, stake, first, waiting=against)
    play.position = replace(position, challenge=challenge, decision=position.decision + 1)
    if raised:
        play.position = replace(play.position, phase="raise")
    else:
        change_challenge(play, participants=(*first, *against))
        pose(play)


def accept(play: DefizzPlay, seat: SeatName) -> None:
    """Take part for the raise; it is paid when the question is asked (Z5, Z6)."""
    play.tell(events.Accepted(seat))
    challenge = challenge_of(play.position)
    await_next(play, participants=(*challenge.participants, seat), waiting=challenge.waiting[1:])
    end_raise(play)


def refuse(play: DefizzPlay, seat: SeatName, *, by_itself: bool = False) -> None:
    """Take no part, and pay at once: the minimum, or all the seat has (Z5, Z6, Z7)."""
    paid = pay(play, seat, die_of(play.position).minimum)
    play.tell(events.Refused(seat, paid, by_itself))
    challenge = challenge_of(play.position)
    await_next(play, refused=(*challenge.refused, seat), waiting=challenge.waiting[1:])
    end_raise(play)


def end_raise(play: DefizzPlay) -> None:
    """Once all have answered the raise, ask the question; if all refused, the active seat takes the pot."""
    challenge = challenge_of(play.position)
    if challenge.waiting:
        return
    if len(challenge.participants) == 1:
        win(play, challenge.participants[0], "refused")
    else:
        pose(play)


def pose(play: DefizzPlay) -> None:
    """Let all who take part pay the same stake, and ask the question (Z7)."""
    challenge = challenge_of(play.position)
    seats, announced = challenge.participants, challenge.stake
    if announced is not None:
        stake = effective_stake(play.setup, play.position, announced, seats)
        for seat in seats:
            pay(play, seat, stake)
        change_challenge(play, stake=stake)
        play.tell(events.Staked(seats, stake, announced))
    play.position = replace(play.position, phase="answer")
    question = question_of(play.setup, play.position)
    play.tell(events.QuestionAsked(challenge.question, question.mode, question.text, seats))
    mode_of(play).begin(play)
