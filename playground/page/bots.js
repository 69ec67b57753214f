// The bots in the drawer: what each prints, and the switch from one bot to two that share their tables.

import { h } from "./dom.js";
import { life, mark } from "./life.js";

const KEPT_LINES = 500;
const ALONE = "Un bot joue seul. Avec deux, les parties en cours déménagent dans une base commune (PostgreSQL) et continuent.";
const SHARED = "Deux bots se partagent les tables : tuez l’un, l’autre reprend les siennes en quelques secondes. Avec un seul, les parties reviennent dans son fichier.";

/** What one bot prints and, where there are two, its state and its buttons. */
class Bot {
  constructor(number, order) {
    this.number = number;
    this.title = h("h3", {});
    this.state = h("p", { class: "bot-state", role: "status" });
    this.kill = h("button", { type: "button", class: "button danger" });
    this.start = h("button", { type: "button", class: "button success" });
    this.head = h("div", { class: "bot-head" }, this.title, this.state, this.kill, this.start);
    this.log = h("pre", { tabindex: "0", role: "group", "aria-label": number ? "Journal du second bot" : "Journal du bot" });
    this.element = h("section", { class: "bot" }, this.head, this.log);
    for (const [button, what] of [[this.kill, "kill"], [this.start, "start"]]) {
      button.addEventListener("click", () => button.getAttribute("aria-disabled") || order(what, { bot: number }));
    }
  }

  render(process, { two, switching }, line) {
    this.element.hidden = !process;
    if (!process) return;
    this.#call(two ? `bot ${this.number + 1}` : "bot");
    const running = process.pid !== null;
    const text = life(process);
    if (this.state.textContent !== text) this.state.textContent = text;
    this.state.dataset.state = running ? "up" : "down";
    mark(this.kill, !running || !line || switching);
    mark(this.start, running || !line || switching);
  }

  #call(name) {
    if (this.name === name) return;
    this.name = name;
    this.title.textContent = name.replace("b", "B");
    this.element.setAttribute("aria-label", this.title.textContent);
    this.kill.textContent = `Tuer le ${name}`;
    this.start.textContent = `Démarrer le ${name}`;
  }

  print(lines) {
    const { scrollTop, scrollHeight, clientHeight } = this.log;
    const following = scrollHeight - scrollTop - clientHeight < 40;
    this.log.append(...lines.map((line) => h("span", {}, `${line}\n`)));
    while (this.log.childElementCount > KEPT_LINES) this.log.firstElementChild.remove();
    if (following) this.follow();
  }

  follow() {
    this.log.scrollTop = this.log.scrollHeight;
  }
}

/** The switch, a line that says what it does or why it cannot, and the bots beside each other. */
export class Bots {
  constructor(order) {
    this.two = h("input", { type: "checkbox", role: "switch", id: "two-bots", "aria-describedby": "two-bots-hint" });
    this.hint = h("p", { id: "two-bots-hint", class: "bots-hint", role: "status" });
    this.each = [0, 1].map((number) => new Bot(number, order));
    const choice = h("div", { class: "bots-choice" }, h("label", { class: "check" }, this.two, h("span", {}, "Deux bots, une base")), this.hint);
    this.element = h("div", { class: "bots" }, choice, h("div", { class: "bots-row" }, this.each.map((bot) => bot.element)));
    this.two.addEventListener("click", (event) => {
      if (this.two.getAttribute("aria-disabled")) event.preventDefault();
      else order("switch", { two: this.two.checked });
    });
  }

  render(bots, line) {
    if (!bots.switching) this.two.checked = bots.two;
    mark(this.two, bots.switching || !line || (!bots.two && Boolean(bots.why_not)));
    const hint = this.#hint(bots);
    if (this.hint.textContent !== hint) this.hint.textContent = hint;
    this.each.forEach((bot, number) => bot.render(bots.each[number], bots, line));
  }

  #hint({ two, switching, trouble, why_not }) {
    if (switching) return "Les bots s’arrêtent, les tables déménagent…";
    if (!two && why_not) return `Un bot joue seul. Deux sont impossibles ici : ${why_not}.`;
    return [trouble, two ? SHARED : ALONE].filter(Boolean).join(" ");
  }

  print(number, lines) {
    this.each[number].print(lines);
  }

  follow() {
    for (const bot of this.each) bot.follow();
  }

  clear() {
    for (const bot of this.each) bot.log.replaceChildren();
  }
}
