// The drawer at the foot, where the bot is put to the test: its processes and what they print, faults to order, and
// the requests that the playground does not know.

import { Bots } from "./bots.js";
import { h } from "./dom.js";
import { neighbour } from "./tabs.js";
import { Trials } from "./trials.js";

/** Three sheets, of which one shows; a log follows its end unless one has scrolled up. */
export class Drawer {
  constructor(element, opener, order) {
    this.element = element;
    this.opener = opener;
    this.bots = new Bots(order);
    this.trials = new Trials(order);
    this.routes = h("pre", { tabindex: "0", role: "group", "aria-label": "Requêtes sans route" });
    this.sheets = [["bots", "Bots et journal", this.bots.element], ["trials", "Pannes", this.trials.element], ["routes", "Routes inconnues", this.routes]];
    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "Éprouver" },
      this.sheets.map(([key, name]) => h("button", { type: "button", class: "tab", role: "tab", "aria-controls": `sheet-${key}`, data: { key } }, name)));
    const close = h("button", { type: "button", class: "icon", "aria-label": "Fermer le tiroir", onclick: () => this.close() }, "✕");
    element.setAttribute("aria-label", "Éprouver");
    element.append(h("header", {}, h("h2", {}, "Éprouver"), this.tabs, close), ...this.sheets.map(([key, name, sheet]) => h("div", { class: "sheet", role: "tabpanel", id: `sheet-${key}`, "aria-label": name }, sheet)));
    this.#listen();
    this.show("bots");
  }

  #listen() {
    this.opener.addEventListener("click", () => (this.element.hidden ? this.open() : this.close()));
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.tabs.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) this.show(tab.dataset.key);
    });
    this.tabs.addEventListener("keydown", (event) => {
      const tab = neighbour(this.tabs, event);
      if (!tab) return;
      this.show(tab.dataset.key);
      tab.focus();
    });
  }

  show(key) {
    for (const tab of this.tabs.children) {
      tab.setAttribute("aria-selected", String(tab.dataset.key === key));
      tab.tabIndex = tab.dataset.key === key ? 0 : -1;
    }
    for (const [name, , sheet] of this.sheets) sheet.parentElement.hidden = name !== key;
    this.bots.follow();
  }

  open() {
    this.element.hidden = false;
    this.opener.setAttribute("aria-expanded", "true");
    this.bots.follow();
    this.tabs.querySelector("[aria-selected=true]").focus();
  }

  close() {
    this.element.hidden = true;
    this.opener.setAttribute("aria-expanded", "false");
    this.opener.focus();
  }

  render({ bots, trials, unknown }, line) {
    this.bots.render(bots, line);
    this.trials.render(trials, line);
    const text = unknown.join("\n") || "Aucune requête que le terrain de jeu ne connaisse pas.";
    if (this.routes.textContent !== text) this.routes.textContent = text;
    const label = unknown.length ? `Routes inconnues : ${unknown.length}` : "Routes inconnues";
    const tab = this.tabs.lastElementChild;
    if (tab.textContent !== label) tab.textContent = label;
  }
}
