// Components V2 and the classic rows: from the bot's JSON to elements. Events are delegated (data-do).

import { h } from "./dom.js";
import { emojiOf } from "./inline.js";
import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const SELECTS = new Set([3, 5, 6, 7, 8]);

const MAKERS = {
  1: (row, talk) => h("div", { class: "row" }, all(row.components, talk)),
  2: button,
  9: section,
  10: (text, talk) => h("div", { class: "text" }, markdown(text.content, talk)),
  11: thumbnail,
  12: (gallery, talk) => h("div", { class: "gallery", data: { count: gallery.items.length } }, gallery.items.map((item) => media(item, talk))),
  13: (file, talk) => fileLink(file.file.url, file.name ?? nameOf(file.file.url), file.size, talk),
  14: (line) => h("hr", { class: `separator${line.divider === false ? " blank" : ""}${line.spacing === 2 ? " wide" : ""}` }),
  17: container,
};

/** The elements of a list of components; a kind the page does not know is named rather than hidden. */
export function all(components, talk) {
  return components.map((component) => {
    if (SELECTS.has(component.type)) return selectButton(component, talk);
    const make = MAKERS[component.type];
    return make ? make(component, talk) : h("p", { class: "unknown" }, `[${component.type}]`);
  });
}

function button(spec, talk) {
  const label = [emojiOf(spec.emoji), spec.label ? h("span", {}, spec.label) : null];
  const name = spec.label ? null : spec.emoji?.name;
  if (spec.style === 5) {
    const attributes = { class: "button link-button", href: spec.url, target: "_blank", rel: "noopener noreferrer", "aria-disabled": spec.disabled ? "true" : null, "aria-label": name };
    const jump = /discord(?:app)?\.com\/channels\/[^/]+\/(\d+)(?:\/(\d+))?/.exec(spec.url);
    return h("a", { ...attributes, data: jump ? { do: "jump", channel: jump[1], message: jump[2] } : {} }, label, h("span", { "aria-hidden": "true" }, " ↗\ufe0e"));
  }
  // aria-disabled keeps the focus where it is when the bot disables the button under the reader's fingers.
  const state = { "aria-disabled": spec.disabled ? "true" : null, "aria-busy": talk.busy(spec.custom_id) ? "true" : null };
  return h("button", { type: "button", class: `button ${STYLES[spec.style]}`, "aria-label": name, ...state, data: { do: "click", customId: spec.custom_id } }, label);
}

/** The closed face of a list; the list itself opens above the message, so that an edit does not close it. */
function selectButton(spec, talk) {
  const chosen = talk.chosen(spec);
  const text = chosen.length ? chosen.join(", ") : (spec.placeholder ?? talk.word("choose"));
  const state = { "aria-disabled": spec.disabled ? "true" : null, "aria-busy": talk.busy(spec.custom_id) ? "true" : null };
  const attributes = { type: "button", class: `select${chosen.length ? "" : " placeholder"}`, "aria-haspopup": "listbox", ...state };
  return h("button", { ...attributes, "aria-label": `${spec.placeholder ?? talk.word("choose")}${chosen.length ? ` : ${chosen.join(", ")}` : ""}`, data: { do: "open", customId: spec.custom_id } },
    h("span", { class: "select-text" }, text), h("span", { class: "chevron", "aria-hidden": "true" }, "▾"));
}

function section(spec, talk) {
  return h("div", { class: "section" }, h("div", { class: "section-texts" }, all(spec.components, talk)), h("div", { class: "accessory" }, all([spec.accessory], talk)));
}

function container(spec, talk) {
  const colour = spec.accent_color === null || spec.accent_color === undefined ? null : `#${spec.accent_color.toString(16).padStart(6, "0")}`;
  const box = h("div", { class: `container${colour ? " accented" : ""}`, style: colour ? { "--accent": colour } : {} }, all(spec.components, talk));
  return spec.spoiler ? veiled(box, talk) : box;
}

function thumbnail(spec, talk) {
  const image = h("img", { class: "thumbnail", src: local(spec.media.url), alt: spec.description ?? "" });
  const framed = figure(image, spec.description, talk);
  return spec.spoiler ? veiled(framed, talk) : framed;
}

function media(item, talk) {
  const url = local(item.media.url);
  const image = h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, h("img", { src: url, alt: item.description ?? talk.word("picture") }));
  const framed = figure(image, item.description, talk);
  return item.spoiler ? veiled(framed, talk) : framed;
}

/** A picture, and under it the words that stand for it, opened by who wants to read them: nothing covers a picture. */
function figure(image, description, talk) {
  const words = description ? h("details", { class: "alt" }, h("summary", { "aria-label": talk.word("alt") }, "ALT"), h("p", {}, description)) : null;
  return h("figure", { class: "figure" }, image, words);
}

function veiled(element, talk) {
  return h("div", { class: "spoiler veil", role: "button", tabindex: "0", "aria-label": talk.word("spoiler"), data: { do: "reveal" } }, element);
}

/** A file to fetch, with its name and size in bytes. */
export function fileLink(url, name, size, talk) {
  return h("a", { class: "file", href: local(url), download: name, "aria-label": talk.word("file", name) },
    h("span", { class: "file-mark", "aria-hidden": "true" }, "▤"), h("span", {}, name), size ? h("small", {}, weight(size)) : null);
}

/** A picture that came as an ordinary attachment. */
export function attached(attachment, talk) {
  if (!(attachment.content_type ?? "").startsWith("image/")) return fileLink(attachment.url, attachment.filename, attachment.size, talk);
  return media({ media: attachment, description: attachment.description, spoiler: attachment.filename.startsWith("SPOILER_") }, talk);
}

/** An address on the playground without its host, whatever name this window uses for the loopback. */
export function local(url) {
  const { pathname } = new URL(url, location.href);
  return /^\/(?:attachments|emojis)\//.test(pathname) ? pathname : url;
}

function nameOf(url) {
  return decodeURIComponent(new URL(url, location.href).pathname.split("/").pop());
}

function weight(bytes) {
  return bytes < 1024 ? `${bytes} o` : `${(bytes / 1024).toFixed(1)} Kio`;
}
