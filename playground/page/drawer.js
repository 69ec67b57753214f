// The drawer at the foot: what the bot prints, and the requests that the playground does not know.

import { h } from "./dom.js";

const KEPT_LINES = 500;

/** One of two lists at a time; the log follows its end unless one has scrolled up. */
export class Drawer {
  constructor(element) {
    this.element = element;
    this.title = h("h2", {});
    this.log = h("pre", { tabindex: "0", "aria-label": "Journal du bot" });
    this.routes = h("pre", { tabindex: "0", "aria-label": "Routes inconnues" });
    const close = h("button", { type: "button", class: "icon", "aria-label": "Fermer le tiroir", onclick: () => this.close() }, "✕");
    element.append(h("header", {}, this.title, close), this.log, this.routes);
    element.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  toggle(what, opener) {
    if (!this.element.hidden && this.shown === what) return this.close();
    this.opener?.setAttribute("aria-expanded", "false");
    Object.assign(this, { shown: what, opener });
    opener.setAttribute("aria-expanded", "true");
    this.element.hidden = false;
    this.log.hidden = what !== "log";
    this.routes.hidden = what !== "unknown";
    this.title.textContent = what === "log" ? "Journal du bot" : "Requêtes que le terrain de jeu ne connaît pas";
    this.log.scrollTop = this.log.scrollHeight;
  }

  close() {
    this.element.hidden = true;
    this.opener?.setAttribute("aria-expanded", "false");
    this.opener?.focus();
  }

  print(lines) {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    const following = scrollHeight - scrollTop - clientHeight < 40;
    this.log.append(...lines.map((line) => h("span", {}, `${line}\n`)));
    while (this.log.childElementCount > KEPT_LINES) this.log.firstElementChild.remove();
    if (following) this.log.scrollTop = this.log.scrollHeight;
  }

  clear() {
    this.log.replaceChildren();
  }

  unknown(requests) {
    const text = requests.join("\n") || "Aucune.";
    if (this.routes.textContent !== text) this.routes.textContent = text;
  }
}
