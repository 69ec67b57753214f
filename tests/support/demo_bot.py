"""A tiny bot that shows every kind of component once; the page's tests run it as the playground's child."""

import asyncio
import io
import os
import re
import sys
from collections import defaultdict

import discord
from discord import app_commands, ui
from PIL import Image
from yarl import URL

discord.http.Route.BASE = os.environ["DISCORD_API_URL"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["DISCORD_GATEWAY_URL"])

ALT = "Cinq dés : trois 6 et deux 1"
TALK = """# Table de démonstration
**gras** *italique* __souligné__ ~~barré~~ `code` ||caché||
- un
- deux
  - dedans
> une citation
-# une note"""


def picture() -> discord.File:
    image = Image.new("RGB", (480, 160), "#0b6b3a")
    for column in range(5):
        image.paste("#f5f2e8", (30 + column * 88, 45, 100 + column * 88, 115))
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    buffer.seek(0)
    return discord.File(buffer, "des.png", description=ALT)


class Pressed(ui.DynamicItem[ui.Button], template=r"demo:(?P<verb>[a-z]+)$"):
    def __init__(
        self, verb: str, label: str = "…", style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ):
        super().__init__(ui.Button(label=label, style=style, custom_id=f"demo:{verb}"))
        self.verb = verb

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: ui.Button, match: re.Match[str]):
        return cls(match["verb"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await getattr(interaction.client, self.verb)(interaction)


class Listed(ui.DynamicItem[ui.Select], template=r"demo:(?P<kind>one|many)list$"):
    def __init__(self, kind: str):
        options = [
            discord.SelectOption(label=label, value=label.lower(), description=f"Le goût {label.lower()}")
            for label in ("Poivre", "Safran", "Thym")
        ]
        most = 2 if kind == "many" else 1
        super().__init__(
            ui.Select(
                custom_id=f"demo:{kind}list", placeholder=f"Épices ({kind})", options=options, max_values=most
            )
        )
        self.kind = kind

    @classmethod
    async def from_custom_id(cls, interaction: discord.Interaction, item: ui.Select, match: re.Match[str]):
        return cls(match["kind"])

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"Goûts : {', '.join(interaction.data['values'])}", ephemeral=True
        )


class People(ui.DynamicItem[ui.UserSelect], template=r"demo:people$"):
    def __init__(self):
        super().__init__(ui.UserSelect(custom_id="demo:people", placeholder="Quelqu'un"))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: ui.UserSelect, match: re.Match[str]
    ):
        return cls()

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"Invité : <@{interaction.data['values'][0]}>", ephemeral=True
        )


class Sheet(ui.Modal, title="Fiche"):
    name = ui.Label(text="Nom", description="Comme sur la porte", component=ui.TextInput(max_length=20))
    story = ui.Label(text="Récit", component=ui.TextInput(style=discord.TextStyle.paragraph, required=False))
    spice = ui.Label(
        text="Épice", component=ui.Select(options=[discord.SelectOption(label=x) for x in ("Ail", "Cumin")])
    )
    dish = ui.Label(
        text="Plat",
        component=ui.RadioGroup(
            options=[discord.RadioGroupOption(label=x, value=x) for x in ("Soupe", "Tarte")]
        ),
    )
    sides = ui.Label(
        text="Avec",
        component=ui.CheckboxGroup(
            required=False,
            options=[discord.CheckboxGroupOption(label=x, value=x) for x in ("Pain", "Vin", "Eau")],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        parts = [
            self.name.component.value,
            self.story.component.value,
            self.spice.component.values[0],
            self.dish.component.value,
            "+".join(self.sides.component.values),
        ]
        await interaction.response.send_message(f"Fiche : {' / '.join(parts)}")


class Photo(ui.Modal, title="Photo"):
    files = ui.Label(
        text="Photos", description="Deux au plus", component=ui.FileUpload(required=False, max_values=2)
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        sent = [f"{file.filename} ({len(await file.read())})" for file in self.files.component.values]
        await interaction.response.send_message(f"Photos : {', '.join(sent) or 'aucune'}")


def layout(names: tuple[str, ...] = (), *, more: str = "") -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    box = ui.Container(accent_colour=discord.Colour(0xC9353A))
    box.add_item(ui.TextDisplay(TALK + more))
    box.add_item(ui.Separator())
    box.add_item(
        ui.Section(
            ui.TextDisplay(f"Présents : {', '.join(names) or 'personne'}"),
            accessory=Pressed("here", "Présent"),
        )
    )
    box.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://des.png", description=ALT)))
    primary = discord.ButtonStyle.primary
    box.add_item(
        ui.ActionRow(
            Pressed("secret", "Secret", primary),
            Pressed("whisper", "Message privé", discord.ButtonStyle.success),
            Pressed("sheet", "Fiche"),
            Pressed("mute", "Muet", discord.ButtonStyle.danger),
            ui.Button(label="Site", url="https://example.org/"),
        )
    )
    off = ui.Button(label="Éteint", disabled=True, custom_id="demo:off")
    box.add_item(ui.ActionRow(off, Pressed("photo", "Photo")))
    box.add_item(ui.ActionRow(Listed("one")))
    box.add_item(ui.ActionRow(Listed("many")))
    box.add_item(ui.ActionRow(People()))
    return view.add_item(box)


class DemoBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.gate = asyncio.Lock()  # two edits under way might arrive in the wrong order
        self.present: defaultdict[int, list[str]] = defaultdict(list)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Pressed, Listed, People)
        self.tree.add_command(demo)
        await self.tree.sync()

    async def here(self, interaction: discord.Interaction) -> None:
        present = self.present[interaction.message.id]
        if interaction.user.display_name not in present:
            present.append(interaction.user.display_name)
        shown = ui.LayoutView.from_message(interaction.message).walk_children()
        first = next(item.content for item in shown if isinstance(item, ui.TextDisplay))
        more = first.removeprefix(TALK)
        async with self.gate:
            await interaction.response.edit_message(view=layout(tuple(sorted(present)), more=more))

    async def secret(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            f"Votre dé : **6**, {interaction.user.mention}", ephemeral=True
        )

    async def whisper(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        try:
            card = discord.Embed(title="Carte", description="d'hôte", colour=0x248046)
            await interaction.user.send("Bonsoir du bot", embed=card)
        except discord.Forbidden:
            await interaction.followup.send("Vos messages privés sont fermés.", ephemeral=True)

    async def sheet(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Sheet())

    async def photo(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(Photo())

    async def mute(self, interaction: discord.Interaction) -> None:
        """Say nothing, as a bot that hangs."""


demo = app_commands.Group(name="demo", description="Démonstration")


@demo.command(name="table", description="Ouvrir une table")
@app_commands.describe(nom="Son nom", mise="La mise", invite="Qui inviter")
@app_commands.choices(couleur=[app_commands.Choice(name=x, value=x.lower()) for x in ("Rouge", "Vert")])
async def table(
    interaction: discord.Interaction,
    nom: app_commands.Range[str, 1, 20],
    mise: app_commands.Range[int, 1, 6] = 3,
    couleur: app_commands.Choice[str] | None = None,
    ouverte: bool = True,
    invite: discord.User | None = None,
) -> None:
    colour = couleur.value if couleur else "aucune"
    more = f"\nNom {nom}, mise {mise}, {colour}, {'ouverte' if ouverte else 'fermée'}, {invite or 'personne'}"
    await interaction.response.send_message(view=layout(more=more), file=picture())


@demo.command(name="lent", description="Réfléchir d'abord")
async def slow(interaction: discord.Interaction) -> None:
    await interaction.response.defer(thinking=True)
    await interaction.client.wait_for("interaction")  # until anybody asks for anything else
    await interaction.followup.send("Réflexion faite")


@demo.command(name="fichier", description="Un fichier")
async def document(interaction: discord.Interaction) -> None:
    view = ui.LayoutView(timeout=None).add_item(ui.File("attachment://notes.txt"))
    await interaction.response.send_message(
        view=view, file=discord.File(io.BytesIO(b"six six un"), "notes.txt")
    )


@demo.command(name="saveur", description="Chercher une saveur")
async def flavour(interaction: discord.Interaction, gout: str) -> None:
    await interaction.response.send_message(f"Saveur {gout}")


@flavour.autocomplete("gout")
async def flavours(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    known = {"Vanille": "v1", "Violette": "v2", "Menthe": "m1"}
    return [
        app_commands.Choice(name=k, value=v) for k, v in known.items() if k.lower().startswith(typed.lower())
    ]


if __name__ == "__main__":
    DemoBot().run(
        os.environ["DISCORD_TOKEN"], log_handler=None if "--quiet" in sys.argv else discord.utils.MISSING
    )
