// The list that opens from a select: it floats above the pane, so that no edit of the message closes it.

import { h } from "./dom.js";
import { emojiOf } from "./inline.js";

let count = 0;

/** Opens at once in `layer`, under what `anchor()` returns. `spec` = {label, options: [{value, label, description,
 *  emoji}], min, max, chosen, validate, onDone(values), onClose()}; one choice is sent as it is made, several by a button. */
export class Listbox {
  constructor(layer, anchor, spec) {
    this.anchor = anchor;
    this.spec = spec;
    this.values = new Set(spec.chosen);
    this.active = Math.max(0, spec.options.findIndex((option) => this.values.has(option.value)));
    this.typed = "";
    this.id = `list-${++count}`;
    this.list = h("ul", { class: "options", role: "listbox", tabindex: "0", id: this.id, "aria-label": spec.label, "aria-multiselectable": spec.max > 1 ? "true" : null },
      spec.options.map((option, index) => this.#option(option, index)));
    this.done = spec.max > 1 ? h("button", { type: "button", class: "button primary", onclick: () => this.#finish() }, spec.validate) : null;
    this.element = h("div", { class: "listbox", onkeydown: (event) => this.#key(event) }, this.list, this.done ? h("div", { class: "listbox-foot" }, this.done) : null);
    this.element.addEventListener("focusout", (event) => this.#left(event));
    layer.append(this.element);
    anchor()?.setAttribute("aria-expanded", "true");
    this.place();
    this.#show();
    this.list.focus({ preventScroll: true });
  }

  #option(option, index) {
    return h("li", { role: "option", id: `${this.id}-${index}`, data: { value: option.value }, onclick: () => this.#choose(index), onmousemove: () => this.#move(index) },
      h("span", { class: "tick", "aria-hidden": "true" }), emojiOf(option.emoji),
      h("span", { class: "option-text" }, h("span", {}, option.label), option.description ? h("small", {}, option.description) : null));
  }

  /** Stand under the anchor, or above it when there is no room; close when the anchor is gone. */
  place() {
    const anchor = this.anchor();
    if (!anchor?.isConnected) return this.close();
    const box = anchor.getBoundingClientRect();
    const height = Math.min(this.element.scrollHeight || 240, 320);
    const below = innerHeight - box.bottom > height + 8 || box.top < height;
    this.element.style.cssText = `left:${box.left}px;width:${Math.max(box.width, 180)}px;${below ? `top:${box.bottom + 4}px` : `bottom:${innerHeight - box.top + 4}px`}`;
  }

  #show() {
    [...this.list.children].forEach((element, index) => {
      element.setAttribute("aria-selected", String(this.values.has(this.spec.options[index].value)));
      element.classList.toggle("active", index === this.active);
    });
    this.list.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    if (this.done) this.done.disabled = this.values.size < this.spec.min || this.values.size > this.spec.max;
  }

  #move(index) {
    if (index === this.active) return;
    this.active = Math.min(Math.max(index, 0), this.spec.options.length - 1);
    this.#show();
    this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
  }

  #choose(index) {
    const option = this.spec.options[index];
    if (!option) return;
    this.active = index;
    if (this.spec.max === 1) {
      const again = this.values.has(option.value) && this.spec.min === 0;
      this.values = new Set(again ? [] : [option.value]);
      return this.#finish();
    }
    if (this.values.has(option.value)) this.values.delete(option.value);
    else if (this.values.size < this.spec.max) this.values.add(option.value);
    this.#show();
  }

  #finish() {
    const values = this.spec.options.map((option) => option.value).filter((value) => this.values.has(value));
    this.close(true);
    this.spec.onDone(values);
  }

  #key(event) {
    const { length } = this.spec.options;
    const moves = { ArrowDown: this.active + 1, ArrowUp: this.active - 1, Home: 0, End: length - 1, PageDown: this.active + 8, PageUp: this.active - 8 };
    if (event.key === "Escape") this.close(true);
    else if (event.target !== this.list) return;
    else if (event.key in moves) this.#move(moves[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#choose(this.active);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.#seek(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Typing goes to the next option that begins so, as a native list does. */
  #seek(letter) {
    clearTimeout(this.forget);
    this.typed += letter.toLowerCase();
    this.forget = setTimeout(() => (this.typed = ""), 700);
    const found = this.spec.options.findIndex((option) => option.label.toLowerCase().startsWith(this.typed));
    if (found >= 0) this.#move(found);
  }

  #left(event) {
    if (event.relatedTarget && !this.element.contains(event.relatedTarget)) this.close();
    // No relatedTarget: a click on nothing, or the window lost the focus; only the first closes the list.
    else if (!event.relatedTarget && document.hasFocus()) setTimeout(() => this.element.contains(document.activeElement) || this.close(), 0);
  }

  close(refocus = false) {
    if (this.closed) return;
    this.closed = true;
    this.element.remove();
    const anchor = this.anchor();
    anchor?.removeAttribute("aria-expanded");
    if (refocus) anchor?.focus({ preventScroll: true });
    this.spec.onClose?.();
  }
}
