// Discord's markdown by lines: headings, lists, quotes, code blocks and subtext, from text to nodes.

import { h } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w+-]+)\n)?\n?(.*?)\n?```/s;

/** The nodes of a whole text as Discord shows it; `talk` names people and channels and knows the locale. */
export function markdown(text, talk) {
  const fence = FENCE.exec(text);
  if (!fence) return lines(text.split("\n"), talk);
  const before = text.slice(0, fence.index).replace(/\n$/, "");
  const after = text.slice(fence.index + fence[0].length).replace(/^\n/, "");
  return [
    ...(before ? markdown(before, talk) : []),
    h("pre", { class: "block", tabindex: "0" }, h("code", {}, fence[2])),
    ...(after ? markdown(after, talk) : []),
  ];
}

/** Whether a message is nothing but a few emojis, which are shown large. */
export function onlyEmojis(text) {
  return /^(?:\s*(?:<a?:\w+:\d+>|\p{Extended_Pictographic}\uFE0F?))+\s*$/u.test(text) && text.length < 400;
}

function lines(rows, talk) {
  const nodes = [];
  let at = 0;
  while (at < rows.length) {
    const [node, taken] = block(rows, at, talk);
    nodes.push(node);
    at += taken;
  }
  return nodes;
}

function block(rows, at, talk) {
  const row = rows[at];
  const heading = /^(#{1,3}) +(.+)$/.exec(row);
  // A pane is a section of its own, a message's headings stand below it: their kinds are sizes, not levels.
  if (heading) return [h("h3", { class: `title-${heading[1].length}` }, inline(heading[2], talk)), 1];
  if (row.startsWith("-# ")) return [h("p", { class: "subtext" }, inline(row.slice(3), talk)), 1];
  if (row.startsWith(">>> ")) return [h("blockquote", {}, lines([row.slice(4), ...rows.slice(at + 1)], talk)), rows.length - at];
  if (row.startsWith("> ")) return quote(rows, at, talk);
  if (item(row)) return list(rows, at, talk);
  return paragraph(rows, at, talk);
}

function quote(rows, at, talk) {
  const taken = run(rows, at, (row) => row.startsWith("> "));
  return [h("blockquote", {}, lines(taken.map((row) => row.slice(2)), talk)), taken.length];
}

function item(row) {
  const match = /^( *)([-*]|\d{1,9}\.) +(.*)$/.exec(row);
  return match && { depth: match[1].length, ordered: /\d/.test(match[2]), start: parseInt(match[2], 10), text: match[3] };
}

function list(rows, at, talk) {
  const taken = run(rows, at, (row) => item(row) !== null);
  return [branch(taken.map(item), talk), taken.length];
}

function branch(items, talk) {
  const { depth, ordered, start } = items[0];
  const element = h(ordered ? "ol" : "ul", ordered && start !== 1 ? { start } : {});
  for (let at = 0; at < items.length; ) {
    const deeper = run(items, at + 1, (entry) => entry.depth > depth);
    element.append(h("li", {}, inline(items[at].text, talk), deeper.length ? branch(deeper, talk) : null));
    at += 1 + deeper.length;
  }
  return element;
}

function paragraph(rows, at, talk) {
  const special = (row) => /^(?:#{1,3} +\S|-# |>>> |> )/.test(row) || item(row) !== null;
  const taken = [rows[at], ...run(rows, at + 1, (row) => !special(row))];
  return [h("p", {}, inline(taken.join("\n"), talk)), taken.length];
}

function run(rows, from, belongs) {
  let to = from;
  while (to < rows.length && belongs(rows[to])) to += 1;
  return rows.slice(from, to);
}
