// The drawer at the foot: the bots with what they print, and the requests that the playground does not know.

import { Bots } from "./bots.js";
import { h } from "./dom.js";

/** One of the two at a time; a log follows its end unless one has scrolled up. */
export class Drawer {
  constructor(element, order) {
    this.element = element;
    this.title = h("h2", {});
    this.bots = new Bots(order);
    this.routes = h("pre", { tabindex: "0", role: "group", "aria-label": "Routes inconnues" });
    const close = h("button", { type: "button", class: "icon", "aria-label": "Fermer le tiroir", onclick: () => this.close() }, "✕");
    element.append(h("header", {}, this.title, close), this.bots.element, this.routes);
    element.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  toggle(what, opener) {
    if (!this.element.hidden && this.shown === what) return this.close();
    this.opener?.setAttribute("aria-expanded", "false");
    Object.assign(this, { shown: what, opener });
    opener.setAttribute("aria-expanded", "true");
    this.element.hidden = false;
    this.bots.element.hidden = what !== "log";
    this.routes.hidden = what !== "unknown";
    this.title.textContent = what === "log" ? "Bots et journal" : "Requêtes que le terrain de jeu ne connaît pas";
    this.bots.follow();
  }

  close() {
    this.element.hidden = true;
    this.opener?.setAttribute("aria-expanded", "false");
    this.opener?.focus();
  }

  unknown(requests) {
    const text = requests.join("\n") || "Aucune.";
    if (this.routes.textContent !== text) this.routes.textContent = text;
  }
}
