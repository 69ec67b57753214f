"""The Soirée as a `Game`: how an evening starts, and which rule an action sets going."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, get_args

from engines.core.clicks import tick_of
from engines.core.codec import Codec, SparseCodec
from engines.core.draws import Draws
from engines.core.game import Game
from engines.core.play import Play
from engines.core.records import Refusal, SeatName, State, Step
from engines.core.replacing import replace
from engines.core.rules import Kind
from engines.core.seats import read_seats
from engines.defizz import words as defizz
from engines.defizz.dealing import Setups
from engines.defizz.deck import Deck, built_in_deck
from engines.defizz.faults import read_deck
from engines.defizz.model import Action as DefizzAction
from engines.defizz.model import Contest
from engines.defizz.stakes import shuffle
from engines.soiree import challenges, flow, legal, model, observe, questions, tally
from engines.soiree.asking import (
    SoireePlay,
    all_teams,
    announce_round,
    asked_of,
    hear,
    points_of,
    question_of,
    teams_there,
)
from engines.soiree.challenges import DEFIZZ, Inner, bout_of, inner_state, is_of_defizz
from engines.soiree.events import SoireeEvent
from engines.soiree.model import BOT, Action, Observation, Options, Position, Setup, SoireeState
from engines.soiree.programme import SoireeDealer, check_programme, rounds_of


class Soiree(Game[Setup, Position, Action, SoireeEvent, Observation]):
    """A quiz night: rounds for teams, led by a person or by the bot (S1 to S27)."""

    name = "soiree"
    seats_min = 2
    seats_max = model.MOST_TEAMS + 1
    sequential = False
    rated = False  # evenings have seasons of their own
    eases_newcomers = False  # a whole room would wait for them all evening
    left_out = frozenset({"at"})
    decided_outside = frozenset({"verdict"})
    dealer = SoireeDealer()

    options = Codec(Options)
    setups = Setups(Setup)
    positions = Codec(Position)
    actions: Codec[Action] = SparseCodec(*get_args(model.OwnAction), *get_args(DefizzAction))
    events: Codec[SoireeEvent] = Codec(*get_args(SoireeEvent))
    observations = Codec(Observation)

    legal_actions = staticmethod(legal.legal_actions)
    why_not_yours = staticmethod(legal.why_not_yours)
    objection = staticmethod(legal.reason)
    lapse = staticmethod(flow.let_pass)
    deadline = staticmethod(observe.deadline)
    to_act = staticmethod(observe.to_act)
    observe = staticmethod(observe.observe)
    contenders = staticmethod(all_teams)
    find_moments = staticmethod(tally.find_moments)
    tally = staticmethod(tally.tally)

    def least_seats(self, options: Mapping[str, object]) -> int:
        """Return 2, and one more where somebody at the table leads (S1, S2)."""
        return self.seats_min + (options.get("quizmaster", BOT) != BOT)

    def most_seats(self, options: Mapping[str, object]) -> int:
        """Return 12, and one more where somebody at the table leads (S1, S2)."""
        return model.MOST_TEAMS + (options.get("quizmaster", BOT) != BOT)

    def people_a_seat(self, options: Mapping[str, object]) -> int:
        """Return how many people a team may have (S1)."""
        people = options.get("people", 1)
        return people if isinstance(people, int) else 1

    def fewest_people(self, options: Mapping[str, object]) -> int:
        """Return 1: a team may be smaller than it could (S1)."""
        del options
        return 1

    def open_to_latecomers(self, state: SoireeState) -> tuple[SeatName, ...]:
        """Return the teams between two rounds, where a team may be of several people (S1)."""
        between = state.position.phase == "break" and state.setup.options.people > 1
        return teams_there(state.setup, state.position) if between else ()

    def setup(self, seats: Sequence[SeatName], options: Mapping[str, object]) -> Setup:
        """Return the setup of a new evening; raises Refusal `bad_seats` or `bad_options`."""
        wishes = dict(options)
        wanted = wishes.pop("deck", None) if "deck" in wishes else built_in_deck()
        deck = wanted if isinstance(wanted, Deck) else read_deck(wanted)
        chosen = self.options.parse(wishes, "bad_options")
        known = read_seats(seats, self.least_seats(wishes), self.most_seats(wishes))
        if chosen.quizmaster not in (BOT, *known):
            raise Refusal("bad_options", option="quizmaster")
        rounds = rounds_of(chosen)
        return Setup("soiree", known, chosen, rounds, check_programme(rounds, deck), deck)

    def start(self, setup: Setup, draws: Draws) -> Step[Setup, Position, SoireeEvent]:
        """Return the break before the first round; draws shuffle the cards unless they lie in order (S5)."""
        options, many = setup.options, len(setup.seats)
        order = tuple(card.id for card in setup.deck.cards)
        position = Position(
            phase="break",
            round=0,
            number=0,
            quizmaster=None if options.quizmaster == BOT else options.quizmaster,
            points=(0,) * many,
            by_round=(),
            order=shuffle(order, draws) if options.shuffle else order,
            missed=(0,) * many,
        )
        play: SoireePlay = Play(State(setup, position), draws)
        announce_round(play, 0)
        return play.step()

    def presides(self, state: SoireeState, seat: SeatName) -> bool:
        """Return whether the seat leads the evening (S2)."""
        return seat == state.position.quizmaster

    def refusal(self, state: SoireeState, seat: SeatName, action: Action) -> Refusal | None:
        """Return why `seat` may not do this now, or None when it may; nobody is awaited to contest (S27)."""
        if isinstance(action, Contest):
            return legal.refuse_contest(state, seat, action)
        return super().refusal(state, seat, action)

    def stamp(self, action: Action, order: int) -> Action:
        """Return an answer with the tick of its click: within the same one, nobody was first (S8)."""
        if isinstance(action, model.Tell):
            return replace(action, at=tick_of(order))
        return DEFIZZ.stamp(action, order) if is_of_defizz(action) else action

    def decide(self, state: SoireeState, seat: SeatName, action: Action) -> Action:
        """Return an answer with the bot's verdict (S9)."""
        if self.refusal(state, seat, action) is not None:
            return action
        if isinstance(action, model.Tell):
            question = question_of(state.setup, asked_of(state.position))
            return replace(action, verdict=hear(question, action))
        if is_of_defizz(action):
            return DEFIZZ.decide(inner_state(state.setup, bout_of(state.position)), seat, action)
        return action

    def follow(self, play: SoireePlay, seat: SeatName, action: Action) -> None:
        """Apply the rule of an action."""
        match action:
            case model.Ready():
                flow.get_ready(play, seat)
            case model.Wager(stake):
                questions.wager(play, seat, stake)
            case model.Tell():
                questions.tell(play, seat, action)
            case model.Forgo():
                questions.forgo(play, seat)
            case _ if is_of_defizz(action):
                challenges.play_on(play, partial(_follow_inside, seat=seat, action=action))
            case _:
                _lead(play, action)

    def blamed(self, state: SoireeState) -> tuple[SeatName, ...]:
        """Return nobody: silence puts no team out of an evening (S24)."""
        del state
        return ()

    def remove(self, play: SoireePlay, seat: SeatName, *, absent: bool) -> None:
        """Take a team, or the quizmaster, away for good (S23)."""
        del absent  # nobody is put out for being silent
        flow.remove(play, seat)

    def awaits_settle(self, state: SoireeState) -> bool:
        """Return whether only clicks on their way are awaited in a Chrono of Défizz (Z9)."""
        bout = state.position.bout
        return bout is not None and DEFIZZ.awaits_settle(inner_state(state.setup, bout))

    def obey(self, play: SoireePlay, command: str) -> None:
        """Do what the table ("settle", Z9) or its host (see `flow`) commands."""
        if command == "settle" and self.awaits_settle(State(play.setup, play.position)):
            challenges.play_on(play, lambda bout: DEFIZZ.obey(bout, command))
            return
        if not flow.is_known(command):
            super().obey(play, command)
        refusal = flow.refusal(play.setup, play.position, command)
        if refusal is not None:
            raise refusal
        flow.obey(play, command)

    def host_commands(self, state: SoireeState) -> tuple[str, ...]:
        """Return the commands that the host may give now (see `flow`)."""
        return flow.commands(state.setup, state.position)

    def without_words(self, kind: Kind, plain: Any, seat: SeatName) -> Any:
        """Return stored data of any version of the rules, with "" for what the seat typed."""
        if kind == "action":
            return _blank_action(plain, seat)
        if kind == "event":
            return _blank_event(plain, seat)
        return _blank_position(plain, seat) if kind == "position" else plain

    def rank(self, state: SoireeState, seat: SeatName) -> tuple[int, ...]:
        """Rank by points (S22)."""
        return (-points_of(state.setup, state.position, seat),)

    def unrated(self, state: SoireeState) -> str:
        """Return "evening": evenings have seasons of their own."""
        del state
        return "evening"


def _follow_inside(inner: Inner, seat: SeatName, action: DefizzAction) -> None:
    """Apply a rule of Défizz (S18)."""
    DEFIZZ.follow(inner, seat, action)


def _lead(play: SoireePlay, action: Action) -> None:
    """Apply the rule of what a quizmaster does."""
    match action:
        case model.Rule(seat, right):
            questions.rule(play, seat, right)
        case model.Award(seat, points, reason):
            flow.award(play, seat, points, reason)
        case model.Proceed():
            flow.obey(play, flow.PROCEED)
        case model.Withdraw():
            flow.obey(play, flow.WITHDRAW)
        case model.SkipRound():
            flow.obey(play, flow.SKIP_ROUND)
        case model.EndAfterRound():
            flow.obey(play, flow.END_AFTER_ROUND)


# Erasing what a seat typed from stored data: its answers, and the reasons that a quizmaster gave.


def _blank_action(plain: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    if plain.get("type") == "tell":
        return {**plain, "text": ""}
    if plain.get("type") == "award":
        return {**plain, "reason": "…"}
    return dict(defizz.blank("action", plain, seat))


def _blank_event(plain: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    if plain.get("type") == "answer_told":
        return {**plain, "said": _blank_said(plain["said"], seat)}
    if plain.get("type") == "corrected" and plain.get("by") == seat:
        return {**plain, "reason": ""}
    return dict(defizz.blank("event", plain, seat))


def _blank_position(plain: dict[str, Any], seat: SeatName) -> dict[str, Any]:
    last, bout = plain.get("last"), plain.get("bout")
    changed: dict[str, Any] = {"said": _blank_said(plain.get("said", ()), seat)}
    if last:
        changed["last"] = {**last, "said": _blank_said(last["said"], seat)}
    if bout:
        changed["bout"] = {**bout, "position": defizz.blank("position", bout["position"], seat)}
    return {**plain, **changed}


def _blank_said(said: Any, seat: SeatName) -> list[Any]:
    return [
        {**one, "text": ""} if one["seat"] == seat and one.get("text") is not None else one for one in said
    ]
