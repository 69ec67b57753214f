// The bar on top: the bots' life, the people, the channels, what went wrong.

import { h, keyed } from "./dom.js";
import { Drawer } from "./drawer.js";
import { mark, one, two } from "./life.js";

/** Draws the house's state and gives the house's orders; `toggle(person)` shows or hides a pane. */
export class Bar {
  constructor(element, drawer, { order, toggle }) {
    this.order = order;
    this.toggle = toggle;
    this.drawer = new Drawer(drawer, order);
    this.state = h("p", { class: "bot-state", role: "status" }, "…");
    this.kill = h("button", { type: "button", class: "button danger", id: "kill" }, "Tuer le bot");
    this.start = h("button", { type: "button", class: "button success", id: "start" }, "Démarrer le bot");
    this.people = h("div", { class: "people", role: "group", "aria-label": "Volets" });
    this.unknown = h("button", { type: "button", class: "button quiet", id: "unknown", "aria-controls": "drawer" });
    this.log = h("button", { type: "button", class: "button quiet", id: "log", "aria-controls": "drawer" }, "Bots et journal");
    element.append(
      h("h1", {}, h("img", { src: "/page/icon.svg", alt: "" }), "Gobelet"), this.state, this.kill, this.start,
      h("span", { class: "gap" }), this.people, ...this.#adders(), h("span", { class: "gap" }), this.unknown, this.log);
    this.#listen();
  }

  #adders() {
    const locale = h("select", { "aria-label": "Langue" }, h("option", { value: "fr" }, "Français"), h("option", { value: "en-US" }, "English"));
    return [
      adder("add-person", "+ Personne", "Nom de la personne", [locale], async (name) => {
        const reply = await this.order("person", { name, locale: locale.value });
        if (reply.person) this.toggle(reply.person, true);
      }),
      adder("add-channel", "+ Salon", "Nom du salon", [], (name) => this.order("channel", { name })),
    ];
  }

  #listen() {
    this.kill.addEventListener("click", () => this.kill.getAttribute("aria-disabled") || this.order("kill"));
    this.start.addEventListener("click", () => this.start.getAttribute("aria-disabled") || this.order("start"));
    this.log.addEventListener("click", () => this.drawer.toggle("log", this.log));
    this.unknown.addEventListener("click", () => this.drawer.toggle("unknown", this.unknown));
    this.people.addEventListener("click", (event) => {
      const chip = event.target.closest("button");
      if (chip) this.toggle(chip.dataset.key);
    });
  }

  render(house, open, line) {
    this.#life(house.bots, house.bot.connected, line);
    this.drawer.bots.render(house.bots, line);
    keyed(this.people, house.people, (person) => person.id, (person) => h("button", { type: "button", class: "chip" }, person.name));
    for (const chip of this.people.children) chip.setAttribute("aria-pressed", String(open.includes(chip.dataset.key)));
    const count = house.unknown.length;
    this.unknown.textContent = `Routes inconnues : ${count}`;
    this.unknown.classList.toggle("alarm", count > 0);
    this.drawer.unknown(house.unknown);
  }

  #life(bots, connected, line) {
    const running = bots.each.filter((each) => each.pid !== null).length;
    const text = !line ? "liaison coupée, nouvel essai…" : bots.two ? two(running, connected) : one(bots.each[0], connected);
    if (this.state.textContent !== text) this.state.textContent = text;
    this.state.dataset.state = !line ? "lost" : running ? (connected ? "up" : "starting") : "down";
    this.kill.hidden = this.start.hidden = bots.two; // each of two has its own, in the drawer
    mark(this.kill, !running || !line || bots.switching);
    mark(this.start, running || !line || bots.switching);
  }
}

/** A button that unfolds into a small form with one name to fill in. */
function adder(id, label, placeholder, more, add) {
  const input = h("input", { type: "text", maxlength: "32", required: true, placeholder, "aria-label": placeholder, autocomplete: "off" });
  const form = h("form", { class: "adder-form" }, input, more, h("button", { class: "button primary", type: "submit" }, "Ajouter"));
  const details = h("details", { class: "adder", id }, h("summary", { class: "button quiet" }, label), form);
  const close = () => {
    details.open = false;
    details.firstChild.focus();
  };
  details.addEventListener("toggle", () => details.open && input.focus());
  details.addEventListener("keydown", (event) => event.key === "Escape" && close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = input.value;
    input.value = "";
    close();
    await add(name);
  });
  return details;
}
