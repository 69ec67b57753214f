// The head of a pane: who sits here, and what can be changed about them.

import { h } from "./dom.js";

/** Name, language, closed private messages, moderator; leaving the server, closing the pane. */
export class Head {
  constructor(pane) {
    this.pane = pane;
    this.name = h("h2", {});
    this.avatar = h("span", { class: "avatar small", "aria-hidden": "true" });
    this.locale = h("select", {}, h("option", { value: "fr" }, "Français"), h("option", { value: "en-US" }, "English"));
    this.dms = h("input", { type: "checkbox", role: "switch" });
    this.moderator = h("input", { type: "checkbox", role: "switch" });
    this.texts = { language: h("span", {}), dms: h("span", {}), moderator: h("span", {}) };
    this.leave = h("button", { type: "button", class: "button danger" });
    this.tags = h("span", { class: "tags" });
    this.summary = h("summary", { class: "icon" }, "⚙\ufe0e");
    this.settings = h("details", { class: "settings" }, this.summary, h("div", { class: "settings-sheet" },
      h("label", {}, this.texts.language, this.locale), h("label", { class: "check" }, this.dms, this.texts.dms),
      h("label", { class: "check" }, this.moderator, this.texts.moderator), this.leave));
    this.hide = h("button", { type: "button", class: "icon" }, "✕");
    this.element = h("header", { class: "pane-head" }, this.avatar, this.name, this.tags, this.settings, this.hide);
    this.#listen();
  }

  #listen() {
    const { pane } = this;
    this.locale.addEventListener("change", () => pane.order("set", { locale: this.locale.value }));
    this.dms.addEventListener("change", () => pane.order("set", { dms: !this.dms.checked }));
    this.moderator.addEventListener("change", () => pane.order("set", { moderator: this.moderator.checked }));
    this.leave.addEventListener("click", () => pane.order("leave"));
    this.hide.addEventListener("click", () => pane.hide());
    this.settings.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.settings.open = false;
      this.summary.focus();
    });
    this.settings.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !this.settings.contains(event.relatedTarget)) this.settings.open = false;
    });
  }

  render(person) {
    const say = (key, ...values) => this.pane.word(key, ...values);
    this.name.textContent = person.name;
    this.avatar.textContent = person.name.slice(0, 1).toUpperCase();
    this.avatar.className = `avatar small tint-${Number(BigInt(person.id) % 7n)}`;
    this.locale.value = person.locale;
    this.dms.checked = !person.dms_open;
    this.moderator.checked = person.moderator;
    this.texts.language.textContent = say("language");
    this.texts.dms.textContent = say("dms");
    this.texts.moderator.textContent = say("moderator");
    this.leave.textContent = say("leave", person.name);
    this.summary.setAttribute("aria-label", say("settings", person.name));
    this.hide.setAttribute("aria-label", say("hide", person.name));
    const tags = [person.moderator && say("moderator"), !person.dms_open && say("dmsShort"), person.locale.startsWith("en") && "EN"].filter(Boolean);
    if (this.tags.textContent !== tags.join("")) this.tags.replaceChildren(...tags.map((tag) => h("span", { class: "tag" }, tag)));
  }
}
