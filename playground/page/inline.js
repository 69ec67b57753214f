// Discord's markdown within a line: from text to nodes.

import { h } from "./dom.js";
import { reading } from "./time.js";

const LINK = /https?:\/\/[^\s<>"|]*[^\s<>"|.,;:!?'()\]*_]/y;
const JUMP = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

// Each rule: what it matches at the cursor, and what it makes of it (null: not meant, go on).
const RULES = [
  [/\\([^\sA-Za-z0-9])/y, (match) => match[1]],
  [/(`+)([^`](?:.*?[^`])?)\1(?!`)/ys, (match) => h("code", { class: "code" }, match[2].replace(/^ (.*) $/s, "$1"))],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (match, talk) => timestamp(Number(match[1]), match[2] ?? "f", talk)],
  [/<@!?(\d+)>/y, (match, talk) => h("span", { class: "mention" }, `@${talk.person(match[1])}`)],
  [/<@&(\d+)>/y, () => h("span", { class: "mention" }, "@rôle")],
  [/<#(\d+)>/y, (match, talk) => h("button", { class: "mention", type: "button", data: { do: "jump", channel: match[1] } }, `#${talk.channel(match[1])}`)],
  [/<\/([^:>]+):(\d+)>/y, (match) => h("button", { class: "mention", type: "button", data: { do: "type", text: `/${match[1]}` } }, `/${match[1]}`)],
  [/<(a?):(\w+):(\d+)>/y, (match) => picture(match[2], match[3])],
  [/@(everyone|here)/y, (match) => h("span", { class: "mention" }, match[0])],
  [/\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/y, (match, talk) => link(match[2], inline(match[1], talk))],
  [/<(https?:\/\/[^\s>]+)>/y, (match) => link(match[1], match[1])],
  [LINK, (match) => link(match[0], match[0])],
  [/\|\|(.+?)\|\|/ys, (match, talk) => spoiler(inline(match[1], talk), talk)],
  [/\*\*\*((?:\\.|[^\\])+?)\*\*\*/ys, (match, talk) => h("strong", {}, h("em", {}, inline(match[1], talk)))],
  [/\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/ys, (match, talk) => h("strong", {}, inline(match[1], talk))],
  [/__((?:\\.|[^\\])+?)__(?!_)/ys, (match, talk) => h("u", {}, inline(match[1], talk))],
  [/~~(.+?)~~/ys, (match, talk) => h("s", {}, inline(match[1], talk))],
  [/\*(?!\s)((?:\*\*|\\.|[^*\\])+?)(?<!\s)\*(?!\*)/ys, (match, talk) => h("em", {}, inline(match[1], talk))],
  [/(?<!\w)_((?:__|\\.|[^_\\])+?)_(?!\w)/ys, (match, talk) => h("em", {}, inline(match[1], talk))],
];

/** The nodes of a piece of text; `talk` names people and channels and knows the locale. */
export function inline(text, talk) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const [node, length] = first(text, at, talk);
    if (node === null) {
      plain += text[at];
      at += 1;
      continue;
    }
    at += length;
    if (typeof node === "string") {
      plain += node;
      continue;
    }
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
    nodes.push(node);
  }
  if (plain) nodes.push(document.createTextNode(plain));
  return nodes;
}

function first(text, at, talk) {
  if (!/[\\`<@[h|*_~]/.test(text[at])) return [null, 0];
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return [make(match, talk), match[0].length];
  }
  return [null, 0];
}

function timestamp(seconds, style, talk) {
  const full = reading(seconds, "F", talk.locale);
  const attributes = { class: "timestamp", datetime: new Date(seconds * 1000).toISOString(), title: full };
  return h("time", { ...attributes, data: { seconds, style, locale: talk.locale } }, reading(seconds, style, talk.locale));
}

function link(address, label) {
  const jump = JUMP.exec(address);
  const data = jump ? { do: "jump", channel: jump[1], message: jump[2] } : {};
  return h("a", { class: "link", href: address, target: "_blank", rel: "noopener noreferrer", data }, label);
}

function spoiler(nodes, talk) {
  return h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": talk.word("spoiler"), data: { do: "reveal" } }, h("span", {}, nodes));
}

/** A custom emoji, as the bot uploaded it; its name is its alternative. */
export function picture(name, id, extra = "") {
  return h("img", { class: `emoji ${extra}`.trim(), src: `/emojis/${id}`, alt: `:${name}:`, title: `:${name}:`, draggable: "false" });
}

/** The emoji of a button or an option: a custom one by its id, or a character. */
export function emojiOf(emoji) {
  if (!emoji) return null;
  return emoji.id ? picture(emoji.name ?? "emoji", emoji.id) : h("span", { "aria-hidden": "true" }, emoji.name);
}
