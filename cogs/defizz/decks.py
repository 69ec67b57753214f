"""`/defizz paquet`: a server's own decks, and the questions that its players have reported."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePath
from typing import Final

import discord
from discord import app_commands

from bot.tables.decks import DeckInfo, NewPictures, Report
from bot.tables.model import Denied
from bot.texts import N_, Texts
from bot.ui.clicks.click import place_of
from bot.ui.clicks.house import House, Interaction
from bot.ui.clicks.rights import may_manage_server
from bot.ui.pages.escape import NOTHING, escape, tidy
from bot.ui.pages.page import Attachment, Block, Page, Text
from bot.ui.wire.responder import Responder
from bot.ui.wire.submitted import SentFile
from cogs.defizz.deck_files import (
    complaints_page,
    export_page,
    pack_page,
    pictures_of,
    refused_by_store,
    repaint_all,
)
from cogs.defizz.editing import Editing
from cogs.defizz.options import DECKS
from cogs.defizz.reports import register_reports, reports_page
from engines.core.decks import Asked
from engines.defizz.deck import Chance, Deck, mark_of, read_deck_text
from engines.defizz.editing import Faulty
from engines.defizz.files import NAME as TEMPLATE
from engines.defizz.files import (
    PACK_AT_MOST,
    PICTURES_IN_ALL,
    SIZE_AT_MOST,
    Brought,
    Complaint,
    bring,
    make_request,
    read_result,
    template_json,
    template_sheet,
)
from engines.defizz.shelf import MARK, MIXED, house_deck

NAME_LENGTH = 32
_GAME = "defizz"
# Of a plain text discord.py would make all spaces plain.
_DECK_FILE = app_commands.locale_str(
    N_("Le paquet, en UTF-8 ; 1\u00a0Mio au plus, ou un zip de 9\u00a0Mio au plus")
)


def add_decks(house: House) -> DeckCommands:
    """Make the commands about decks, and register the buttons and the form of reports."""
    register_reports(house)
    editing = Editing(house)
    house.router.register(editing.namespace, editing.handlers())
    return DeckCommands(house, editing)


class DeckCommands(app_commands.Group):
    """The commands about a server's decks; most are for those who manage the server."""

    def __init__(self, house: House, editing: Editing) -> None:
        super().__init__(name="paquet", description=N_("Les paquets de questions de ce serveur"))
        self.house = house
        self.editing = editing

    @app_commands.command(
        name="importer",
        description=N_("Importer un paquet de questions (JSON, CSV, ou zip avec ses images)"),
    )
    @app_commands.rename(file=N_("fichier"), name=N_("nom"), rehearsal=N_("essai"))
    @app_commands.describe(
        file=_DECK_FILE,
        name=N_("Le nom du paquet ; un paquet du même nom est remplacé"),
        rehearsal=N_("Vérifier seulement, sans rien importer"),
    )
    async def bring(
        self,
        interaction: Interaction,
        file: discord.Attachment,
        name: app_commands.Range[str, 1, NAME_LENGTH] | None = None,
        rehearsal: bool = False,
    ) -> None:
        """Store a deck if nothing is wrong with it; else show what is."""

        async def work(responder: Responder) -> None:
            self.house.refuse_blocked(interaction)
            _require_manager(interaction)
            await self._receive(responder, file, name, keep=not rehearsal)

        await self.house.answer(interaction, work)

    @app_commands.command(name="verifier", description=N_("Vérifier un paquet de questions, sans l’importer"))
    @app_commands.rename(file=N_("fichier"))
    @app_commands.describe(file=_DECK_FILE)
    async def check(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Show all that is wrong with a deck, to anybody who writes one."""

        async def work(responder: Responder) -> None:
            self.house.refuse_blocked(interaction)
            await self._receive(responder, file, None, keep=False)

        await self.house.answer(interaction, work)

    @app_commands.command(name="modele", description=N_("Recevoir un modèle à remplir (CSV et JSON)"))
    async def template(self, interaction: Interaction) -> None:
        """Send a small deck, as a sheet and as JSON, to anybody who wants to write one."""

        async def work(responder: Responder) -> None:
            said = responder.texts(
                "Voici un petit paquet à modifier, en CSV pour un tableur et en JSON. "
                "`/defizz paquet verifier` dit ce qui manque, `/defizz paquet importer` le range ici."
            )
            files = (
                Attachment(f"{TEMPLATE}.csv", template_sheet()),
                Attachment(f"{TEMPLATE}.json", template_json()),
            )
            await responder.show(Page(0, 0, (Text(said), *files)))

        await self.house.answer(interaction, work)

    @app_commands.command(name="lister", description=N_("Les paquets de ce serveur"))
    async def list(self, interaction: Interaction) -> None:
        """List the decks that a host may choose."""

        async def work(responder: Responder) -> None:
            t, guild_id = responder.texts, place_of(interaction)
            lines = [t("**Paquets de ce serveur**")]
            ours = [(key, t(words.label), len(house_deck(key).cards)) for key, words in DECKS.items()]
            own = [
                (info.name, escape(info.name), info.cards) for info in await self.house.decks.decks(guild_id)
            ]
            names = tuple(key for key, _, _ in (*ours, *own))
            counts = await self.house.tables.decks.count_seen(_GAME, guild_id, names)
            for key, title, cards in (*ours, *own):
                told = t.plural("{n} carte", "{n} cartes", cards)
                already = t.plural("{n} déjà vue ici", "{n} déjà vues ici", counts[key])
                lines.append(f"- **{title}** · {told} · {already}")
            finished, written = {name for name, _, _ in own}, t("en cours d’écriture")
            begun = [one for one in await self.house.decks.list_unfinished(guild_id) if one not in finished]
            lines += [f"- **{escape(one)}** · ✏️ {written}" for one in begun]
            await responder.say("\n".join(lines))

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="exporter",
        description=N_("Recevoir un paquet de ce serveur (JSON et CSV, avec les réponses)"),
    )
    @app_commands.rename(name=N_("nom"))
    @app_commands.describe(name=N_("Le nom du paquet"))
    async def export(self, interaction: Interaction, name: str) -> None:
        """Send a deck as a file; players may not have it, because it has the answers."""

        async def work(responder: Responder) -> None:
            _require_manager(interaction)
            key = tidy(name, NAME_LENGTH)
            text = await self.house.decks.load_deck(interaction.guild_id or 0, key)
            if text is None:
                raise Denied("no_such_deck", deck=key, game=_GAME)
            await responder.show(await self._export(text, responder.texts))

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="modifier",
        description=N_("Écrire ou changer les questions d’un paquet"),
    )
    @app_commands.rename(name=N_("nom"))
    @app_commands.describe(name=N_("Le nom du paquet ; un nouveau nom en commence un"))
    async def edit(self, interaction: Interaction, name: app_commands.Range[str, 1, NAME_LENGTH]) -> None:
        """Show a deck's cards to change them; a deck that is not there yet is begun with its first card."""

        async def work(responder: Responder) -> None:
            self.house.refuse_blocked(interaction)
            _require_manager(interaction)
            await self.editing.open(responder, _title(name, "", ""))

        await self.house.answer(interaction, work)

    @app_commands.command(name="supprimer", description=N_("Supprimer un paquet de ce serveur"))
    @app_commands.rename(name=N_("nom"))
    @app_commands.describe(name=N_("Le nom du paquet"))
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Delete a deck; games played with it go on."""

        async def work(responder: Responder) -> None:
            _require_manager(interaction)
            key, t = tidy(name, NAME_LENGTH), responder.texts
            if not await self.house.decks.delete_deck(interaction.guild_id or 0, key):
                raise Denied("no_such_deck", deck=key, game=_GAME)
            said = t(
                "Le paquet « {deck} » est supprimé. Les parties en cours vont à leur fin.", deck=escape(key)
            )
            await responder.say(said)

        await self.house.answer(interaction, work)

    @app_commands.command(name="signalements", description=N_("Les questions que les joueurs ont signalées"))
    async def reports(self, interaction: Interaction) -> None:
        """Show the queue of reported questions."""

        async def work(responder: Responder) -> None:
            _require_manager(interaction)
            await responder.show(await reports_page(self.house, interaction.guild_id or 0, responder.texts))

        await self.house.answer(interaction, work)

    @app_commands.command(
        name="statistiques", description=N_("Ce que les questions d’un paquet ont donné ici")
    )
    @app_commands.rename(name=N_("nom"))
    @app_commands.describe(name=N_("Le nom du paquet ; sans nom, ceux qui viennent avec le bot"))
    async def statistics(self, interaction: Interaction, name: str = "") -> None:
        """Show how often each question of a deck was asked, solved, turned and reported on this server."""

        async def work(responder: Responder) -> None:
            _require_manager(interaction)
            key, t, guild_id = (
                tidy(name, NAME_LENGTH) if name else MIXED,
                responder.texts,
                place_of(interaction),
            )
            deck = house_deck(MIXED)
            if key:
                text = await self.house.decks.load_deck(guild_id, key)
                if text is None:
                    raise Denied("no_such_deck", deck=key, game=_GAME)
                deck = read_deck_text(text)
            names = {key} if key else set(DECKS)
            reports = [one for one in await self.house.decks.reports(guild_id) if one.deck in names]
            counts = count_questions(deck, await self.house.decks.list_asked(guild_id), reports)
            title = escape(key) if key else t(DECKS[MIXED].label)
            await responder.show(statistics_page(title, 3 * len(deck.cards), counts, t))

        await self.house.answer(interaction, work)

    async def _receive(
        self, responder: Responder, file: discord.Attachment, name: str | None, *, keep: bool
    ) -> None:
        t, interaction = responder.texts, responder.interaction
        found = await self._fetch(interaction, file, name)
        if found.complaints:
            await responder.show(complaints_page(found.complaints, found.more, t))
            return
        title = _title(name, found.name, file.filename)
        replaced = keep and await self._keep(interaction.guild_id or 0, title, found)
        await responder.show(Page(0, 0, (Text(_describe(title, found, t, keep=keep, replaced=replaced)),)))

    async def _fetch(self, interaction: Interaction, file: discord.Attachment, name: str | None) -> Brought:
        """Fetch an attachment and read it in the backroom; too large ones are not fetched.

        Raises Denied as `SentFile.read`.
        """
        packed = PurePath(file.filename).suffix.lower() == ".zip"
        if file.size > (PACK_AT_MOST if packed else SIZE_AT_MOST):
            return Brought((Complaint(None, "", "pack_too_large" if packed else "too_large"),))
        async with self.house.backroom.enter(interaction.user.id) as do:
            data = await SentFile(file.filename, file.size, file.url).read(interaction.client)
            stem = name or PurePath(file.filename).stem
            found = read_result(await do(bring, make_request(data, stem)))
            if not found.pictures:
                return found
            try:
                made = await repaint_all(do, found.pictures)
            except Faulty as faulty:
                return Brought(faulty.complaints)
        if sum(map(len, made)) > PICTURES_IN_ALL:  # else Discord would not take the zip that goes out again
            return Brought((Complaint(None, "", "pictures_too_large"),))
        return found.exchange(made)

    async def _export(self, text: str, t: Texts) -> Page:
        """The page with a deck: as a zip where pictures came with it. A picture that is gone is left out."""
        found = {digest: await self.house.decks.load_picture(digest) for digest in pictures_of(text)}
        pictures = {digest: data for digest, data in found.items() if data is not None}
        return pack_page(text, pictures, t) if pictures else export_page(text, t)

    async def _keep(self, guild_id: int, title: str, deck: Brought) -> bool:
        info = DeckInfo(title, deck.cards, self.house.tables.now())
        pictures = {sha256(data).hexdigest(): data for _, data in deck.pictures}
        brought = NewPictures(pictures, self.house.room)
        with refused_by_store(guild_id):
            # Stored under its name here, so that an exported deck can be imported again as the same one.
            return await self.house.decks.put_deck(guild_id, info, deck.text(title), brought)


def _require_manager(interaction: Interaction) -> None:
    """Raise Denied `not_manager` if the person does not manage the server."""
    if not may_manage_server(interaction):
        raise Denied("not_manager")


def _title(name: str | None, own: str, filename: str) -> str:
    """The deck's name here: the one given with the command, else its own, else the file's."""
    wished = [tidy(one.lstrip(f"{MARK} "), NAME_LENGTH) for one in (name or "", own, PurePath(filename).stem)]
    return next((one for one in wished if one != NOTHING), NOTHING)


def _describe(title: str, deck: Brought, t: Texts, *, keep: bool, replaced: bool) -> str:
    cards = t.plural("{n} carte", "{n} cartes", deck.cards)
    counted = f"{deck.duel} Duel, {deck.multi} Multi"
    facts = f"{cards} ({counted})"
    if not keep:
        return t(
            "✅ Le paquet « {deck} » est bon : {facts}. Rien n’a été importé.",
            deck=escape(title),
            facts=facts,
        )
    if replaced:
        return t("✅ Le paquet « {deck} » est remplacé : {facts}.", deck=escape(title), facts=facts)
    return t(
        "✅ Le paquet « {deck} » est importé : {facts}. L’hôte d’une table le choisit dans les options.",
        deck=escape(title),
        facts=facts,
    )


# `/defizz paquet statistiques`: what became of a deck's questions on a server, the most doubtful first.

_SHOWN: Final = 12
_WORDS: Final = 110
_OFTEN: Final = 3
"""What nobody, or everybody, knew so many times says something of the question."""


@dataclass(frozen=True, slots=True)
class Count:
    """A question of a deck (`place` as in "d001.2"), and how often it was asked, solved, turned, reported."""

    place: str
    text: str
    asked: int
    solved: int
    turned: int
    reported: int

    @property
    def doubt(self) -> tuple[float, ...]:
        """The greater, the more there is to look at: reported, turned, never solved, always solved."""
        often = self.asked >= _OFTEN
        share = self.turned / self.asked if self.asked else 0
        return (
            self.reported,
            share,
            often and not self.solved,
            often and self.solved == self.asked,
            self.asked,
        )


def count_questions(deck: Deck, asked: Iterable[Asked], reports: Sequence[Report]) -> tuple[Count, ...]:
    """Return the counts of a deck's questions that were asked or reported, the most doubtful first.

    Luck is left out: it is neither known nor wrong.
    """
    known = {one.mark: one for one in asked}
    counts = []
    for card in deck.cards:
        for number, question in enumerate(card.questions, 1):
            if isinstance(question, Chance):
                continue
            mark = mark_of(question)
            _, times, solved, turned = known.get(mark, Asked(mark, 0, 0, 0))
            reported = sum(one.words == question.text and one.card == card.id for one in reports)
            if times > 0 or reported:
                place = f"{card.id}.{number}"
                counts.append(Count(place, question.text, times, solved, turned, reported))
    return tuple(sorted(counts, key=lambda count: count.doubt, reverse=True))


def statistics_page(title: str, questions: int, counts: Sequence[Count], t: Texts) -> Page:
    """The page with the first counts in words, and all of them in a file; `title` is escaped already."""
    asked = sum(count.asked > 0 for count in counts)
    told = t.plural("{n} question", "{n} questions", questions)
    posed = t.plural("{n} posée ici", "{n} posées ici", asked)
    lines = [f"**{title}** · {told} · {posed}"]
    if not counts:
        lines.append(t("Aucune question de ce paquet n’a encore été posée sur ce serveur."))
        return Page(0, 0, (Text("\n".join(lines)),))
    lines += [_line(count, t) for count in counts[:_SHOWN]]
    lines.append(t("-# Les plus douteuses d’abord ; toutes sont dans le fichier. Personne n’y est nommé."))
    blocks: tuple[Block, ...] = (Text("\n".join(lines)), Attachment("statistiques.csv", _sheet(counts, t)))
    return Page(0, 0, blocks)


def _line(count: Count, t: Texts) -> str:
    facts = [
        t.plural("posée {n} fois", "posée {n} fois", count.asked),
        t.plural("trouvée {n} fois", "trouvée {n} fois", count.solved),
    ]
    if count.turned:
        facts.append(t.plural("verdict retourné {n} fois", "verdict retourné {n} fois", count.turned))
    if count.reported:
        facts.append(t.plural("🚩 {n} signalement", "🚩 {n} signalements", count.reported))
    return f"- `{count.place}` {escape(count.text, _WORDS)}\n-# {' · '.join(facts)}"


def _sheet(counts: Sequence[Count], t: Texts) -> bytes:
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";")
    heads = (t("question"), t("texte"), t("posée"), t("trouvée"), t("retournée"), t("signalée"))
    writer.writerow(heads)
    for one in counts:
        writer.writerow((one.place, one.text, one.asked, one.solved, one.turned, one.reported))
    return written.getvalue().encode("utf-8-sig")
