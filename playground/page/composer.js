// The line to write in: ordinary messages, and slash commands from "/" on.

import { CommandForm } from "./command.js";
import { flatten, matching } from "./commands.js";
import { h } from "./dom.js";

let count = 0;

/** The foot of a pane: a text box with the command picker, or the form of the chosen command. */
export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.id = `picker-${++count}`;
    this.active = 0;
    this.shown = [];
    this.box = h("textarea", { rows: "1", class: "composer-box", maxlength: "2000", role: "combobox", "aria-expanded": "false", "aria-controls": this.id, "aria-autocomplete": "list", enterkeyhint: "send" });
    this.picker = h("ul", { class: "picker", role: "listbox", id: this.id, "aria-label": pane.word("commands"), hidden: true });
    this.sender = h("button", { class: "send", type: "submit", "aria-label": pane.word("send") }, "➤");
    this.line = h("form", { class: "composer-line" }, this.box, this.sender);
    this.element = h("div", { class: "composer" }, this.picker, this.line);
    this.box.addEventListener("input", () => this.#typed());
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("blur", () => setTimeout(() => document.activeElement === this.box || this.#pick(false), 150));
    this.box.addEventListener("focus", () => this.#typed());
    this.line.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#enter();
    });
    this.relabel();
  }

  /** Bring the labels in line with the pane's channel and language. */
  relabel() {
    const label = this.pane.word("message", this.pane.channelName());
    this.box.setAttribute("aria-label", label);
    this.box.placeholder = `${label} — ${this.pane.word("typeSlash")}`;
    this.sender.setAttribute("aria-label", this.pane.word("send"));
    this.picker.setAttribute("aria-label", this.pane.word("commands"));
  }

  focus() {
    (this.form ?? this.box).focus();
  }

  /** Write something in the box for the person, as when a command is mentioned. */
  type(text) {
    this.#close();
    this.box.value = text;
    this.box.focus();
    this.#typed();
  }

  /** Send a command that needs nothing more, once; put one that does there, as if one had typed and chosen it. */
  async begin(path) {
    const command = flatten(this.pane.house.commands, this.pane.locale, this.pane.place()).find((known) => known.path === path);
    if (!command || this.begun) return;
    if (command.options.some((option) => option.required)) return this.#choose(command);
    this.begun = true;
    this.pane.focusMessages();
    await this.pane.slash(this.pane.channel, command.path, {});
    this.begun = false;
  }

  #typed() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight, 160)}px`;
    this.active = 0;
    this.#pick(this.box.value.startsWith("/") && !this.box.value.includes("\n"));
  }

  #pick(open) {
    const commands = flatten(this.pane.house.commands, this.pane.locale, this.pane.place());
    this.shown = open ? matching(commands, this.box.value.slice(1)) : [];
    this.picker.hidden = !open;
    this.box.setAttribute("aria-expanded", String(open));
    if (!open) return this.box.removeAttribute("aria-activedescendant");
    const nothing = h("li", { class: "picker-empty" }, this.pane.word(commands.length ? "noCommand" : "botAway"));
    this.picker.replaceChildren(...(this.shown.length ? this.shown.map((command, index) => this.#option(command, index)) : [nothing]));
    this.#mark();
  }

  #option(command, index) {
    // The press, not the click: the box would lose its focus, and the list would be gone before the click.
    return h("li", { role: "option", id: `${this.id}-${index}`, data: { command: command.path }, onmousedown: (event) => { event.preventDefault(); this.#choose(command); } },
      h("b", {}, `/${command.name}`), h("span", {}, command.description));
  }

  #mark() {
    [...this.picker.children].forEach((element, index) => element.setAttribute("aria-selected", String(index === this.active)));
    if (!this.shown.length) return;
    this.box.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    this.picker.children[this.active].scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const picking = !this.picker.hidden && this.shown.length > 0;
    if (event.isComposing) return;
    if (picking && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.active = (this.active + step + this.shown.length) % this.shown.length;
      this.#mark();
    } else if (picking && (event.key === "Enter" || event.key === "Tab")) this.#choose(this.shown[this.active]);
    else if (!this.picker.hidden && event.key === "Escape") this.#pick(false);
    else if (event.key === "Enter" && !event.shiftKey) this.#enter();
    else return;
    event.preventDefault();
  }

  async #enter() {
    const text = this.box.value.trim();
    if (!text || text.startsWith("/")) return;
    this.box.value = "";
    this.#typed();
    if (!(await this.pane.say(text))) this.box.value ||= text;
  }

  #choose(command) {
    this.#close();
    this.box.value = "";
    this.#typed();
    const channel = this.pane.channel;
    this.form = new CommandForm(this.pane, command, {
      send: (options) => {
        this.#close();
        this.box.focus();
        this.pane.slash(channel, command.path, options);
      },
      cancel: () => {
        this.#close();
        this.box.focus();
      },
      suggest: (options, focused) => this.pane.suggest(channel, command.path, options, focused),
    });
    this.line.hidden = true;
    this.element.append(this.form.element);
    this.form.focus();
  }

  #close() {
    this.form?.element.remove();
    this.form = null;
    this.line.hidden = false;
  }
}
