// One person's window on the little Discord: their channels, their private messages, their clicks.

import { optionsOf, defaultsOf, find } from "./choices.js";
import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { Head } from "./head.js";
import { Listbox } from "./listbox.js";
import { memory } from "./memory.js";
import { Modal } from "./modal.js";
import { Stream } from "./stream.js";
import { arranged, called, PRIVATE, Tabs, withPrivate } from "./tabs.js";
import { word } from "./words.js";

/** A pane keeps what its person sees (`take`), draws it (`render`), and turns clicks into orders. */
export class Pane {
  constructor(person, house, wire, { hide, complain }) {
    Object.assign(this, { id: person.id, house, wire, hide, complain, locale: person.locale, name: person.name });
    this.channels = [];
    this.interactions = [];
    this.messages = new Map(); // message id -> message
    this.streams = new Map(); // channel id -> Stream
    this.busy = new Set(); // "message/custom id" of what was pressed and is not answered yet
    this.picked = new Map(); // "message/custom id" -> {values, edited}: what the person chose in a list
    this.forgiven = new Set(); // failed interactions that a newer click has made old news
    this.channel = memory.channel(this.id) ?? null;
    this.head = new Head(this);
    this.tabs = new Tabs((channel) => this.open(channel));
    this.body = h("div", { class: "streams" });
    this.layer = h("div", { class: "layer" });
    this.composer = new Composer(this);
    this.element = h("section", { class: "pane", "aria-label": person.name, data: { person: this.id } }, this.head.element, this.tabs.element, this.body, this.composer.element, this.layer);
    this.#listen();
  }

  #listen() {
    this.element.addEventListener("click", (event) => this.#press(event));
    this.body.addEventListener("pointerdown", () => this.#hold());
    this.element.addEventListener("keydown", (event) => {
      if ((event.key === "Enter" || event.key === " ") && event.target.dataset.do === "reveal") this.#press(event);
    });
    // Only the pane in use speaks to a screen reader: four panes would say everything four times.
    this.element.addEventListener("focusin", () => this.#speak("polite"));
    this.element.addEventListener("focusout", (event) => this.element.contains(event.relatedTarget) || this.#speak("off"));
  }

  /** While a button is down nothing moves under it: else it would be let go of beside it, or on another one. */
  #hold() {
    this.held = true;
    this.late = false;
    const heard = new AbortController();
    const release = () => setTimeout(() => {
      heard.abort();
      this.held = false;
      if (this.late) this.render();
    }); // the click itself comes first
    for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, release, { signal: heard.signal });
  }

  #speak(liveness) {
    for (const stream of this.streams.values()) stream.scroller.setAttribute("aria-live", liveness);
  }

  word(key, ...values) {
    return word(this.locale, key, ...values);
  }

  channelName() {
    return called(this.channels.find((channel) => channel.id === this.channel));
  }

  /** Where the person is, and with what rights: the picker offers commands accordingly. */
  place() {
    const person = this.house.people.find((someone) => someone.id === this.id);
    const channel = this.channels.find((known) => known.id === this.channel);
    return { kind: channel?.kind ?? "text", moderator: person?.moderator ?? false };
  }

  /** What a message needs to know to draw itself. */
  talk(message) {
    const people = new Map([this.house.bot, ...this.house.people].map((someone) => [someone.id, someone.name]));
    const key = (customId) => `${message?.id}/${customId}`;
    return {
      locale: this.locale,
      word: (name, ...values) => this.word(name, ...values),
      person: (id) => people.get(id) ?? "inconnu",
      channel: (id) => this.channels.find((channel) => channel.id === id)?.name ?? "inconnu",
      anchor: (id) => `p${this.id}-m${id}`,
      busy: (customId) => this.busy.has(key(customId)),
      chosen: (spec) => {
        const values = this.#values(message, spec);
        return optionsOf(spec, this).filter((option) => values.includes(option.value)).map((option) => option.label);
      },
    };
  }

  #values(message, spec) {
    const picked = this.picked.get(`${message?.id}/${spec.custom_id}`);
    return picked && picked.edited === message.edited_timestamp ? picked.values : defaultsOf(spec);
  }

  /** All that a row depends on besides its message: what is awaited and what was chosen. */
  pending(messageId) {
    const mine = (key) => key.startsWith(`${messageId}/`);
    return [[...this.busy].filter(mine), [...this.picked].filter(([key]) => mine(key))];
  }

  /** Why the last press on a message came to nothing, if it did. */
  failure(messageId) {
    const failed = this.interactions.filter((entry) => entry.message_id === messageId && entry.state === "failed" && !this.forgiven.has(entry.id));
    return failed.length ? this.word("noAnswer") : null;
  }

  /** Take in what the server says has changed. */
  take(news) {
    if (news.whole) this.messages.clear();
    for (const message of news.put ?? []) this.messages.set(message.id, message);
    for (const id of news.gone ?? []) this.messages.delete(id);
    if (news.channels) this.channels = news.channels;
    if (news.interactions) this.interactions = news.interactions;
    this.render();
  }

  render() {
    if (this.held) {
      this.late = true;
      return;
    }
    const person = this.house.people.find((someone) => someone.id === this.id);
    if (person) Object.assign(this, { locale: person.locale, name: person.name });
    if (person) this.head.render(person);
    if (this.channels.some((channel) => channel.id === this.awaited)) {
      memory.choose(this.id, (this.channel = this.awaited));
      this.awaited = null;
    }
    const known = this.channels.some((channel) => channel.id === this.channel);
    if (this.channels.length && !known) this.channel = arranged(this.channels)[0]?.id ?? null;
    for (const [id, stream] of this.streams) {
      if (this.channels.some((channel) => channel.id === id)) continue;
      stream.element.remove();
      this.streams.delete(id);
    }
    if (this.channels.length) this.#draw(this.channel);
    this.read();
    this.composer.relabel();
    this.list?.place();
  }

  #draw(channelId) {
    const stream = this.#stream(channelId);
    for (const other of this.streams.values()) if (other !== stream) other.show(false);
    if (stream.element.hidden) stream.show(true);
    const commands = this.interactions.filter((entry) => entry.channel_id === channelId && !entry.message_id && !this.forgiven.has(entry.id));
    stream.render(this.#in(channelId), commands);
    stream.scroller.setAttribute("aria-label", this.word("log", this.channelName()));
  }

  #stream(channelId) {
    if (!this.streams.has(channelId)) {
      const stream = new Stream(this, channelId);
      this.streams.set(channelId, stream);
      this.body.append(stream.element);
      if (this.element.contains(document.activeElement)) this.#speak("polite");
    }
    return this.streams.get(channelId);
  }

  #in(channelId) {
    const here = [...this.messages.values()].filter((message) => message.channel_id === channelId);
    return here.sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  }

  /** What is on the screen counts as read; the tabs show how much is not. */
  read() {
    const last = this.channel && this.#in(this.channel).at(-1);
    if (last && this.streams.get(this.channel)?.stuck) memory.markRead(this.id, this.channel, last.id);
    const unread = (channel) => this.#in(channel).filter((message) => message.author.id !== this.id && BigInt(message.id) > BigInt(memory.read(this.id, channel))).length;
    this.tabs.render(withPrivate(this.channels, this.house.bot), this.channel, unread, this.word("channels", this.name), (key, ...values) => this.word(key, ...values));
  }

  open(channelId) {
    this.list?.close();
    if (channelId === PRIVATE) return this.#openPrivate();
    this.channel = channelId;
    memory.choose(this.id, channelId);
    this.render();
  }

  /** Open private messages with the bot; the server tells of the new channel when it likes. */
  async #openPrivate() {
    this.awaited = (await this.order("private")).channel;
    this.render();
  }

  focusComposer() {
    this.composer.focus();
  }

  /** What had the focus is about to go: reading goes on in the messages. */
  focusMessages() {
    this.streams.get(this.channel)?.scroller.focus({ preventScroll: true });
  }

  /** Open a list in this pane; one at a time. */
  openList(anchor, spec) {
    this.list?.close();
    this.list = new Listbox(this.layer, anchor, { validate: this.word("validate"), ...spec, onClose: () => (this.list = null) });
  }

  #press(event) {
    const element = event.target.closest("[data-do]");
    if (!element) return;
    if (element.getAttribute("aria-disabled") || element.getAttribute("aria-busy")) return event.preventDefault();
    const message = this.messages.get(element.closest("[data-message]")?.dataset.message);
    const { customId } = element.dataset;
    const acts = {
      click: () => this.#act("click", message, customId),
      open: () => this.#openSelect(element, message, customId),
      dismiss: () => this.order("dismiss", { channel: message.channel_id, message: message.id }),
      reveal: () => (element.dataset.revealed = "true"),
      type: () => this.composer.type(element.dataset.text),
      begin: () => this.composer.begin(element.dataset.command),
      jump: () => this.#jump(event, element.dataset),
    };
    const act = acts[element.dataset.do];
    if (element.dataset.do === "reveal" && !element.dataset.revealed) event.preventDefault();
    act();
  }

  #jump(event, { channel, message }) {
    if (!this.channels.some((known) => known.id === channel)) return; // not of this server: an ordinary link
    event.preventDefault();
    this.open(channel);
    if (message) this.streams.get(channel).jump(message);
  }

  #openSelect(element, message, customId) {
    const spec = find(message.components, customId);
    // The row may be drawn anew while the list is open: its button is looked up each time.
    const anchor = () => this.element.querySelector(`[data-message="${message.id}"] [data-custom-id="${CSS.escape(customId)}"]`);
    if (this.list && this.list.anchor() === element) return this.list.close(true);
    this.openList(anchor, {
      label: spec.placeholder ?? this.word("choose"), options: optionsOf(spec, this), chosen: this.#values(message, spec),
      min: spec.min_values ?? 1, max: spec.max_values ?? 1,
      onDone: (values) => {
        this.picked.set(`${message.id}/${customId}`, { values, edited: message.edited_timestamp });
        this.#act("select", message, customId, { values });
      },
    });
  }

  async #act(what, message, customId, more = {}) {
    const key = `${message.id}/${customId}`;
    for (const entry of this.interactions) if (entry.message_id === message.id) this.forgiven.add(entry.id);
    this.busy.add(key);
    this.render();
    const reply = await this.order(what, { message: message.id, custom_id: customId, ...more });
    this.busy.delete(key);
    this.render();
    if (reply.modal) this.ask(reply);
  }

  async slash(channel, command, options) {
    for (const entry of this.interactions) if (!entry.message_id) this.forgiven.add(entry.id);
    const reply = await this.order("slash", { channel, command, options });
    if (reply.modal) this.ask(reply);
  }

  /** Keep a file for a command or a form; its id, or null when it is too large or the line is down. */
  async upload(file) {
    const address = `/page/files/${this.channel}/${encodeURIComponent(file.name)}`;
    const reply = await fetch(address, { method: "POST", body: file }).catch(() => null);
    if (reply?.ok) return (await reply.json()).id;
    this.complain(reply?.status === 413 ? "Un fichier fait au plus 10 Mio." : "Le fichier n’a pas pu être envoyé.");
    return null;
  }

  suggest(channel, command, options, focused) {
    return this.order("autocomplete", { channel, command, options, focused });
  }

  async say(text) {
    return !(await this.order("say", { channel: this.channel, text })).error;
  }

  /** Show a modal; it stays until it is sent or closed, whatever happens behind it. */
  ask({ interaction, modal }) {
    this.modal?.close();
    this.modal = new Modal(this, modal, async (values) => {
      const reply = await this.order("submit", { interaction, values }, { quiet: true });
      return reply.error ?? (reply.failed ? this.word("noAnswer") : null);
    });
  }

  /** Give an order in this person's name; what goes wrong is told unless the caller does. */
  async order(what, content = {}, { quiet = false } = {}) {
    const reply = await this.wire.order(what, { person: this.id, ...content });
    if (reply.error && !quiet) this.complain(reply.error);
    return reply;
  }
}
