// A chosen slash command with its options, ready to be filled in and sent.

import { h } from "./dom.js";
import { localised } from "./words.js";

const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, MENTIONABLE = 9, NUMBER = 10, FILE = 11;
const SUGGEST_MILLISECONDS = 150;
let count = 0;

/** The form of one command. `send(options)` and `cancel()` are the composer's; `suggest(options, focused)` asks the bot. */
export class CommandForm {
  constructor(pane, command, { send, cancel, suggest }) {
    this.pane = pane;
    this.suggest = suggest;
    this.id = `command-${++count}`;
    this.readers = new Map(); // option name -> () => value, undefined when left out
    this.button = h("button", { class: "button primary", type: "submit" }, pane.word("run"));
    this.element = h("form", { class: "command-form", "aria-labelledby": this.id },
      h("p", { id: this.id, class: "command-title" }, h("b", {}, `/${command.name}`), " ", h("span", {}, command.description)),
      h("div", { class: "command-fields" }, command.options.map((option) => this.#field(option))),
      h("div", { class: "command-foot" }, this.button, h("button", { class: "button secondary", type: "button", onclick: cancel }, pane.word("cancel"))));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.button.disabled) this.#send(send);
    });
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && cancel());
  }

  focus() {
    (this.element.querySelector("input, select") ?? this.button).focus();
  }

  #values() {
    const entries = [...this.readers].map(([name, read]) => [name, read()]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  /** Files go first: a command names them by the ids under which they are kept. */
  async #send(send) {
    const values = this.#values();
    this.button.disabled = true;
    for (const [name, value] of Object.entries(values)) if (value instanceof File) values[name] = await this.pane.upload(value);
    this.button.disabled = false;
    if (!Object.values(values).includes(null)) send(values);
  }

  #field(option) {
    const { locale } = this.pane;
    const id = `${this.id}-${option.name}`;
    const control = this.#control(option, { id, required: Boolean(option.required), "aria-describedby": `${id}-hint` });
    const note = [localised(option, "description", locale), range(option, this.pane)].filter(Boolean).join(" · ");
    return h("div", { class: "field-line" },
      h("label", { for: id }, localised(option, "name", locale), h("small", {}, option.required ? " *" : ` ${this.pane.word("optional")}`)),
      control, h("small", { id: `${id}-hint`, class: "hint" }, note));
  }

  #control(option, common) {
    if (option.choices?.length) return this.#pick(option, common, option.choices.map((choice) => [localised(choice, "name", this.pane.locale), choice.value]));
    if (option.type === BOOLEAN) return this.#pick(option, common, [[this.pane.word("yes"), true], [this.pane.word("no"), false]]);
    if (option.type === USER || option.type === MENTIONABLE) return this.#pick(option, common, this.pane.house.people.map((person) => [person.name, person.id]));
    if (option.type === CHANNEL) return this.#pick(option, common, this.pane.channels.filter((channel) => channel.kind === "text").map((channel) => [`#${channel.name}`, channel.id]));
    if (option.type === FILE) return this.#file(option, common);
    if (option.autocomplete) return this.#suggested(option, common);
    return this.#typed(option, common);
  }

  #pick(option, common, entries) {
    const select = h("select", common, h("option", { value: "" }, "—"), entries.map(([label], index) => h("option", { value: String(index) }, label)));
    this.readers.set(option.name, () => (select.value === "" ? undefined : entries[Number(select.value)][1]));
    return select;
  }

  #file(option, common) {
    const input = h("input", { ...common, type: "file" });
    this.readers.set(option.name, () => input.files[0]);
    return input;
  }

  #typed(option, common) {
    const numeric = option.type === INTEGER || option.type === NUMBER;
    const limits = numeric
      ? { type: "number", min: option.min_value, max: option.max_value, step: option.type === INTEGER ? "1" : "any" }
      : { type: "text", minlength: option.min_length, maxlength: option.max_length ?? 6000 };
    const input = h("input", { ...common, ...limits, autocomplete: "off" });
    this.readers.set(option.name, () => (input.value === "" ? undefined : read(option, input.value)));
    return input;
  }

  /** Suggestions come from the bot while one types; a suggestion's name stands for its value. */
  #suggested(option, common) {
    const known = new Map();
    const list = h("datalist", { id: `${common.id}-list` });
    const input = h("input", { ...common, type: "text", list: list.id, autocomplete: "off" });
    const value = () => (input.value === "" ? undefined : (known.get(input.value) ?? read(option, input.value)));
    const ask = async () => {
      const reply = await this.suggest({ ...this.#values(), [option.name]: input.value }, option.name);
      for (const choice of reply.choices ?? []) known.set(localised(choice, "name", this.pane.locale), choice.value);
      const names = (reply.choices ?? []).map((choice) => localised(choice, "name", this.pane.locale));
      list.replaceChildren(...names.map((name) => h("option", { value: name })));
    };
    input.addEventListener("focus", ask);
    input.addEventListener("input", () => {
      clearTimeout(this.asking);
      if (!known.has(input.value)) this.asking = setTimeout(ask, SUGGEST_MILLISECONDS);
    });
    this.readers.set(option.name, value);
    return [input, list];
  }
}

function read(option, text) {
  return option.type === STRING ? text : Number(text);
}

function range(option, pane) {
  const { min_value: least, max_value: most } = option;
  if (least !== undefined && most !== undefined) return pane.word("between", least, most);
  if (least !== undefined) return pane.word("atLeast", least);
  return most === undefined ? "" : pane.word("atMost", most);
}
