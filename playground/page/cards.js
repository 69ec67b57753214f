// What an empty channel shows: the games, each on a card from which its table is opened.

import { flatten } from "./commands.js";
import { h } from "./dom.js";
import { FACTS } from "./games.js";
import { localised } from "./words.js";

const OPENS = "start"; // what the command is called by which a game's table is opened
const TRIES = "essai"; // and that by which it is played against computers, at once

/** The games that a person can open here: {name, path, trial (if there is one), title, pitch}, those that the page knows first. */
export function games(commands, locale, place) {
  const typed = new Set(flatten(commands, locale, place).map((command) => command.path));
  const known = Object.keys(FACTS);
  const rank = ({ name }) => (known.includes(name) ? known.indexOf(name) : known.length);
  return commands
    .filter((command) => typed.has(`${command.name} ${OPENS}`))
    .map((command) => ({ name: command.name, path: `${command.name} ${OPENS}`, trial: typed.has(`${command.name} ${TRIES}`) && `${command.name} ${TRIES}`, ...said(localised(command, "description", locale)) }))
    .sort((one, other) => rank(one) - rank(other));
}

/** A game's command is described by its title and a sentence: "La Tasse : bluffer avec deux dés". */
function said(description) {
  const [, title, pitch] = /^(.+?)\s*:\s+(.+)$/.exec(description) ?? [null, description, ""];
  return { title, pitch: pitch.slice(0, 1).toUpperCase() + pitch.slice(1) };
}

/** The welcome and the cards for a pane, or one line where there is no game to open. */
export function welcome(pane) {
  const offered = games(pane.house.commands, pane.locale, pane.place());
  if (!offered.length) return h("p", { class: "hint-line" }, pane.word("empty"));
  const alone = pane.place().kind === "dm"; // there every pane has cards of its own
  const list = h("ul", { class: "cards", "aria-label": pane.word("games") }, offered.map((game) => card(game, pane)));
  if (alone) return [h("div", { class: "welcome alone" }, h("p", {}, pane.word("welcomeAlone")), list)];
  return [
    h("div", { class: "welcome" }, h("p", {}, pane.word("welcome")), list),
    h("p", { class: "hint-line" }, pane.word("seat", pane.name)), // of every pane but the first (the style sheet)
  ];
}

function card({ name, path, trial, title, pitch }, pane) {
  const facts = FACTS[name];
  const button = (word, style, command) =>
    h("button", { type: "button", class: `button ${style}`, "aria-label": pane.word(`${word}Of`, title), data: { do: "begin", command } }, pane.word(word));
  return h("li", { class: "card" },
    h("img", { class: "card-sign", src: sign(name, pane), alt: "", width: "48", height: "48" }),
    h("div", { class: "card-words" }, h("h3", {}, title), pitch ? h("p", {}, pitch) : null, facts ? h("p", { class: "card-facts" }, reading(facts, pane)) : null),
    h("div", { class: "card-ways" }, trial ? button("trial", "primary", trial) : null, button("openTable", "secondary", path)));
}

/** A game's sign as the bot uploaded it ("gobelet_tasse_1f2e"), else the page's own. */
function sign(name, pane) {
  const uploaded = Object.entries(pane.house.emojis).filter(([emoji]) => emoji.split("_").includes(name)).at(-1);
  if (uploaded) return `/emojis/${uploaded[1]}`;
  return `/page/sign-${name in FACTS ? name : "other"}.svg`;
}

function reading({ people, minutes }, pane) {
  const [least, most] = people;
  return `${least === most ? pane.word("peopleExactly", least) : pane.word("people", least, most)} · ${pane.word("minutes", ...minutes)}`;
}
