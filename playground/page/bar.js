// The bar on top: the bots' life, the people, the channels, and the way to the drawer.

import { h, keyed } from "./dom.js";
import { Drawer } from "./drawer.js";
import { one, two } from "./life.js";

/** Draws the house's state and gives the house's orders; `toggle(person)` shows or hides a pane. */
export class Bar {
  constructor(element, drawer, { order, toggle }) {
    this.order = order;
    this.toggle = toggle;
    this.trial = h("button", { type: "button", class: "button quiet", id: "trial", "aria-controls": "drawer", "aria-expanded": "false" }, "Éprouver");
    this.drawer = new Drawer(drawer, this.trial, order);
    this.state = h("p", { class: "bot-state", role: "status" }, "…");
    this.people = h("div", { class: "people", role: "group", "aria-label": "Volets" });
    element.append(
      h("h1", {}, h("img", { src: "/page/icon.svg", alt: "" }), "Gobelet"), this.state,
      h("span", { class: "gap" }), this.people, ...this.#adders(), h("span", { class: "gap" }), this.trial);
    this.people.addEventListener("click", (event) => {
      const chip = event.target.closest("button");
      if (chip) this.toggle(chip.dataset.key);
    });
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

  render(house, open, line) {
    this.#life(house.bots, house.bot.connected, line);
    this.drawer.render(house, line);
    keyed(this.people, house.people, (person) => person.id, (person) => h("button", { type: "button", class: "chip" }, person.name));
    for (const chip of this.people.children) chip.setAttribute("aria-pressed", String(open.includes(chip.dataset.key)));
    const alarm = house.unknown.length > 0;
    this.trial.textContent = alarm ? `Éprouver · routes inconnues : ${house.unknown.length}` : "Éprouver";
    this.trial.classList.toggle("alarm", alarm);
  }

  #life(bots, connected, line) {
    const running = bots.each.filter((each) => each.pid !== null).length;
    const text = !line ? "liaison coupée, nouvel essai…" : bots.two ? two(running, connected) : one(bots.each[0], connected);
    if (this.state.textContent !== text) this.state.textContent = text;
    this.state.dataset.state = !line ? "lost" : running ? (connected ? "up" : "starting") : "down";
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
