// The tabs of a pane: the server's channels, their threads, and the private messages.

import { h, keyed } from "./dom.js";

const MARKS = { text: "#", thread: "↳", dm: "@" };

/** Threads stand under their channel, private messages at the end. */
export function arranged(channels) {
  const threads = (parent) => channels.filter((channel) => channel.kind === "thread" && channel.parent_id === parent.id && !channel.archived);
  const texts = channels.filter((channel) => channel.kind === "text").flatMap((channel) => [channel, ...threads(channel)]);
  return [...texts, ...channels.filter((channel) => channel.kind === "dm")];
}

/** Where private messages with the bot will be: it stands among a person's channels until there is one. */
export const PRIVATE = "private";

/** A person's channels, with the way to the bot's private messages if there are none yet. */
export function withPrivate(channels, bot) {
  if (!bot.name || channels.some((channel) => channel.kind === "dm")) return channels;
  return [...channels, { id: PRIVATE, name: bot.name, kind: "dm" }];
}

/** How a channel is called in a sentence. */
export function called(channel) {
  return channel ? `${MARKS[channel.kind]} ${channel.name}` : "";
}

/** The tab of a row to which a key leads from the one that has the focus; null for other keys. */
export function neighbour(row, event) {
  const tabs = [...row.children];
  const at = tabs.indexOf(event.target.closest("[role=tab]"));
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (at < 0 || to === undefined) return null;
  event.preventDefault();
  return tabs[(to + tabs.length) % tabs.length];
}

/** A row of tabs that the arrow keys walk along; `choose(id)` is called with the channel's id. */
export class Tabs {
  constructor(choose) {
    this.choose = choose;
    this.element = h("div", { class: "tabs", role: "tablist" });
    this.element.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) choose(tab.dataset.key);
    });
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  render(channels, chosen, unread, label, say) {
    this.element.setAttribute("aria-label", label);
    keyed(this.element, arranged(channels), (channel) => channel.id, () => h("button", { class: "tab", type: "button", role: "tab" }));
    for (const tab of this.element.children) this.#update(tab, channels.find((channel) => channel.id === tab.dataset.key), chosen, unread, say);
  }

  #update(tab, channel, chosen, unread, say) {
    const count = unread(channel.id);
    const signature = JSON.stringify([channel.name, channel.kind, chosen === channel.id, count]);
    if (tab.signature === signature) return;
    tab.signature = signature;
    tab.className = `tab ${channel.kind}${count ? " unread" : ""}`;
    tab.setAttribute("aria-selected", String(chosen === channel.id));
    tab.tabIndex = chosen === channel.id ? 0 : -1;
    const badge = count ? h("span", { class: "badge" }, h("span", { "aria-hidden": "true" }, String(count)), h("span", { class: "unseen" }, ` ${say("unread", count)}`)) : null;
    tab.replaceChildren(h("span", { class: "mark", "aria-hidden": "true" }, MARKS[channel.kind]), channel.name, ...(badge ? [badge] : []));
  }

  #key(event) {
    const tab = neighbour(this.element, event);
    if (!tab) return;
    this.choose(tab.dataset.key);
    tab.focus();
  }
}
