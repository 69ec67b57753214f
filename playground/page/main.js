// The page: one websocket, one bar, and a pane for each person one wants to be.

import { Bar } from "./bar.js";
import { keyed } from "./dom.js";
import { memory } from "./memory.js";
import { Pane } from "./pane.js";
import { tick } from "./time.js";
import { Wire } from "./wire.js";

const OPEN_AT_FIRST = 2;
const NOTICE_MILLISECONDS = 6000;

const house = { bot: { connected: false }, bots: { each: [{ pid: null, code: null }] }, trials: { left: 0 }, people: [], commands: [], emojis: {}, unknown: [] };
const panes = new Map(); // person id -> Pane
const place = document.getElementById("panes");
const notice = document.getElementById("notice");
let open = memory.panes;
let line = false;
let silence;

const wire = new Wire(hear, (up) => {
  line = up;
  if (up) bar.drawer.bots.clear(); // the server tells everything anew to a new socket
  if (up) wire.show(open ?? []);
  render();
});
const order = async (what, content) => {
  const reply = await wire.order(what, content);
  if (reply.error) complain(reply.error);
  return reply;
};
const bar = new Bar(document.getElementById("bar"), document.getElementById("drawer"), { order, toggle });

function hear(news) {
  if (news.type === "house") settle(news);
  else if (news.type === "log") bar.drawer.bots.print(news.bot, news.lines);
  else if (news.type === "pane") panes.get(news.person)?.take(news);
}

function settle({ type, ...news }) {
  Object.assign(house, news);
  const known = house.people.map((person) => person.id);
  const wanted = (open ?? []).filter((id) => known.includes(id));
  // At the first visit, or when the world was made anew and nobody of before is there: the first two.
  show(wanted.length || (open?.length === 0) ? wanted : known.slice(0, OPEN_AT_FIRST));
  for (const pane of panes.values()) pane.render();
}

function show(people) {
  const changed = JSON.stringify(people) !== JSON.stringify(open) || people.some((id) => !panes.has(id));
  open = people;
  memory.panes = open;
  if (changed) wire.show(open);
  render();
}

function toggle(person, always = false) {
  if (open.includes(person) && !always) return show(open.filter((id) => id !== person));
  show([...open.filter((id) => id !== person), person]);
}

function render() {
  for (const id of panes.keys()) if (!open?.includes(id)) panes.delete(id);
  const shown = (open ?? []).map((id) => house.people.find((person) => person.id === id)).filter(Boolean);
  keyed(place, shown, (person) => person.id, (person) => {
    const pane = new Pane(person, house, wire, { hide: () => toggle(person.id), complain });
    panes.set(person.id, pane);
    pane.render();
    return pane.element;
  });
  place.dataset.count = String(shown.length);
  bar.render(house, open ?? [], line);
}

function complain(text) {
  notice.textContent = text;
  notice.hidden = false;
  clearTimeout(silence);
  silence = setTimeout(() => (notice.hidden = true), NOTICE_MILLISECONDS);
}

setInterval(tick, 1000);
