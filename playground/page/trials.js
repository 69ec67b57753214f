// What one can make go wrong between Discord and the bot, in the drawer.

import { h } from "./dom.js";
import { mark } from "./life.js";

// What happens once, at a press: the name of the order, the button, what it does.
const ONCE = [
  ["cut", "Couper la liaison", "Le bot perd Discord de vue, et reprend où il en était."],
  ["forget", "Couper et oublier", "La même chose, mais Discord ne sait plus rien de lui : il se présente de nouveau."],
  ["double", "Doubler 3 clics", "Les trois prochains clics arrivent chacun deux fois, et ne doivent compter qu’une."],
  ["fail", "3 erreurs 500", "Discord échoue trois fois. Le bot insiste."],
  ["limit", "3 refus 429", "Trop de requêtes, dit Discord trois fois. Le bot attend deux secondes à chacune."],
];
// What lasts until it is switched off.
const LASTING = [
  ["slow", "Discord lent", "Chaque requête du bot prend une seconde."],
  ["hold", "Retenir les clics", "Ils attendent, et partent tous au même instant quand on les relâche. Après 3 s, Discord n’attend plus la réponse."],
];

/** Buttons and switches that order faults; a line says how many are still to come. */
export class Trials {
  constructor(order) {
    this.buttons = ONCE.map(([trial, name, about]) => {
      const button = h("button", { type: "button", class: "button secondary", "aria-describedby": `trial-${trial}` }, name);
      button.addEventListener("click", () => button.getAttribute("aria-disabled") || order("try", { trial }));
      return [button, h("p", { id: `trial-${trial}` }, about)];
    });
    this.switches = LASTING.map(([trial, name, about]) => {
      const box = h("input", { type: "checkbox", role: "switch", "aria-describedby": `trial-${trial}` });
      box.addEventListener("click", (event) => (box.getAttribute("aria-disabled") ? event.preventDefault() : order("try", { trial, on: box.checked })));
      return [box, h("label", { class: "check" }, box, h("span", {}, name)), h("p", { id: `trial-${trial}` }, about)];
    });
    this.left = h("p", { class: "trials-left", role: "status" });
    this.element = h("div", { class: "trials" },
      this.buttons.map((row) => h("div", { class: "trial" }, row)), this.switches.map(([, ...row]) => h("div", { class: "trial" }, row)), this.left);
  }

  render(trials, line) {
    for (const [button] of this.buttons) mark(button, !line);
    this.switches.forEach(([box], index) => {
      mark(box, !line);
      box.checked = trials[LASTING[index][0]];
    });
    const text = trials.left ? `Encore à venir : ${trials.left}.` : "";
    if (this.left.textContent !== text) this.left.textContent = text;
  }
}
