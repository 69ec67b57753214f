// A modal: a form over its pane. What has been typed in it is nobody's to overwrite.

import { optionsOf, defaultsOf } from "./choices.js";
import { h } from "./dom.js";
import { Listbox } from "./listbox.js";
import { markdown } from "./markdown.js";

let count = 0;

/** Shows a modal of the bot in a pane until it is sent or closed. `send(values)` resolves to an error text or null. */
export class Modal {
  constructor(pane, spec, send) {
    this.pane = pane;
    this.id = `modal-${++count}`;
    this.readers = new Map(); // custom id -> () => value
    this.error = h("p", { class: "failure", role: "alert", hidden: true });
    this.submit = h("button", { class: "button primary", type: "submit" }, pane.word("send"));
    this.form = h("form", { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": this.id },
      h("header", {}, h("h3", { id: this.id }, spec.title)),
      h("div", { class: "modal-body" }, spec.components.map((component) => this.#part(component)), this.error),
      h("footer", {}, h("button", { class: "button secondary", type: "button", onclick: () => this.close() }, pane.word("cancel")), this.submit));
    this.element = h("div", { class: "modal-veil" }, this.form);
    this.form.addEventListener("keydown", (event) => this.#key(event));
    this.form.addEventListener("submit", (event) => this.#send(event, send));
    this.before = document.activeElement;
    pane.layer.append(this.element);
    this.#focusable()[0]?.focus();
  }

  #part(component) {
    if (component.type === 10) return h("div", { class: "text" }, markdown(component.content, this.pane.talk(null)));
    if (component.type === 1) return component.components.map((inner) => this.#field(inner.label ?? "", null, inner));
    return this.#field(component.label, component.description, component.component);
  }

  #field(label, description, spec) {
    const id = `${this.id}-${this.readers.size}`;
    const hint = description ? h("small", { id: `${id}-hint` }, description) : null;
    const required = spec.type !== 23 && spec.required !== false;
    const name = [label, required ? h("span", { class: "star", "aria-hidden": "true" }, " *") : null];
    const control = this.#control(spec, id, { required, hint: hint && `${id}-hint`, label });
    if (spec.type === 23) return h("div", { class: "field-line" }, h("label", { class: "check" }, control, h("span", {}, name)), hint);
    if (spec.type === 21 || spec.type === 22) return h("fieldset", { class: "field-line" }, h("legend", {}, name), hint, control);
    return h("div", { class: "field-line" }, h("label", { for: id }, name), hint, control);
  }

  #control(spec, id, about) {
    const common = { id, "aria-describedby": about.hint, required: about.required };
    if (spec.type === 4) return this.#text(spec, common);
    if (spec.type === 21 || spec.type === 22) return this.#group(spec, id, about.required);
    if (spec.type === 23) return this.#checkbox(spec, common);
    if (spec.type === 19) return this.#files(spec, common);
    if ([3, 5, 6, 7, 8].includes(spec.type)) return this.#select(spec, id, about);
    return h("p", { class: "unknown" }, `[${spec.type}]`);
  }

  #text(spec, common) {
    const limits = { minlength: spec.min_length, maxlength: spec.max_length ?? 4000, placeholder: spec.placeholder };
    const input = spec.style === 2 ? h("textarea", { ...common, ...limits, rows: "5" }) : h("input", { ...common, ...limits, type: "text", autocomplete: "off" });
    input.value = spec.value ?? "";
    this.readers.set(spec.custom_id, () => input.value);
    return input;
  }

  #checkbox(spec, common) {
    const input = h("input", { ...common, required: null, type: "checkbox", checked: spec.default });
    this.readers.set(spec.custom_id, () => input.checked);
    return input;
  }

  #files(spec, common) {
    const input = h("input", { ...common, type: "file", multiple: (spec.max_values ?? 1) > 1 });
    this.readers.set(spec.custom_id, () => [...input.files]);
    return input;
  }

  #group(spec, id, required) {
    const single = spec.type === 21;
    const inputs = spec.options.map((option) => h("input", { type: single ? "radio" : "checkbox", name: id, value: option.value, checked: option.default, required: single && required }));
    this.readers.set(spec.custom_id, () => {
      const values = inputs.filter((input) => input.checked).map((input) => input.value);
      return single ? (values[0] ?? null) : values;
    });
    return h("div", { class: "group" }, spec.options.map((option, index) => h("label", { class: "check" }, inputs[index],
      h("span", {}, option.label, option.description ? h("small", {}, option.description) : null))));
  }

  #select(spec, id, about) {
    const options = optionsOf(spec, this.pane);
    let values = defaultsOf(spec);
    const named = () => options.filter((option) => values.includes(option.value)).map((option) => option.label).join(", ");
    const text = h("span", { class: "select-text" }, named() || spec.placeholder || this.pane.word("choose"));
    const button = h("button", { type: "button", class: "select", id, "aria-haspopup": "listbox", "aria-describedby": about.hint }, text, h("span", { class: "chevron", "aria-hidden": "true" }, "▾"));
    button.addEventListener("click", () => this.pane.openList(() => button, {
      label: about.label, options, chosen: values, min: spec.min_values ?? 1, max: spec.max_values ?? 1,
      onDone: (chosen) => {
        values = chosen;
        text.textContent = named() || spec.placeholder || this.pane.word("choose");
      },
    }));
    this.readers.set(spec.custom_id, () => {
      if (about.required && values.length === 0) this.missing = button;
      return values;
    });
    return button;
  }

  async #send(event, send) {
    event.preventDefault();
    this.missing = null;
    const values = Object.fromEntries([...this.readers].map(([customId, read]) => [customId, read()]));
    if (this.missing) return this.missing.focus();
    this.submit.disabled = true;
    const whole = await this.#upload(values);
    const error = whole ? await send(values) : null;
    this.submit.disabled = false;
    if (!whole) return null; // the pane has said why
    if (!error) return this.close();
    this.error.hidden = false;
    this.error.textContent = `⚠ ${error}`;
  }

  /** Files go first: the form names them by the ids under which they are kept. Whether all are. */
  async #upload(values) {
    for (const [name, value] of Object.entries(values)) {
      if (!Array.isArray(value) || !value.some((each) => each instanceof File)) continue;
      values[name] = [];
      for (const file of value) values[name].push(await this.pane.upload(file));
      if (values[name].includes(null)) return false;
    }
    return true;
  }

  #focusable() {
    return [...this.form.querySelectorAll("input, textarea, button, [tabindex]")].filter((element) => !element.disabled);
  }

  #key(event) {
    if (event.key === "Escape") this.close();
    if (event.key !== "Tab") return;
    const stops = this.#focusable();
    const edge = event.shiftKey ? stops[0] : stops.at(-1);
    if (event.target !== edge) return;
    event.preventDefault();
    (event.shiftKey ? stops.at(-1) : stops[0]).focus();
  }

  close() {
    this.element.remove();
    this.pane.modal = this.pane.modal === this ? null : this.pane.modal;
    if (this.before?.isConnected) this.before.focus({ preventScroll: true });
    else this.pane.focusComposer();
  }
}
