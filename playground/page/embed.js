// Classic embeds: title, text, fields, pictures, footer.

import { local } from "./components.js";
import { h } from "./dom.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { reading } from "./time.js";

/** The element of one embed. */
export function embed(spec, talk) {
  const colour = spec.color ? `#${spec.color.toString(16).padStart(6, "0")}` : null;
  return h("article", { class: `container embed${colour ? " accented" : ""}`, style: colour ? { "--accent": colour } : {} },
    spec.author ? h("p", { class: "embed-author" }, spec.author.name) : null,
    spec.title ? h("h4", { class: "title-3" }, title(spec, talk)) : null,
    spec.description ? h("div", { class: "text" }, markdown(spec.description, talk)) : null,
    spec.fields?.length ? h("dl", { class: "fields" }, spec.fields.map((field) => entry(field, talk))) : null,
    spec.image ? h("img", { class: "embed-image", src: local(spec.image.url), alt: spec.image.description ?? "" }) : null,
    spec.thumbnail ? h("img", { class: "thumbnail", src: local(spec.thumbnail.url), alt: spec.thumbnail.description ?? "" }) : null,
    foot(spec, talk));
}

function title(spec, talk) {
  const text = inline(spec.title, talk);
  return spec.url ? h("a", { class: "link", href: spec.url, target: "_blank", rel: "noopener noreferrer" }, text) : text;
}

function entry(field, talk) {
  return h("div", { class: field.inline ? "field inline" : "field" }, h("dt", {}, inline(field.name, talk)), h("dd", {}, markdown(field.value, talk)));
}

function foot(spec, talk) {
  const moment = spec.timestamp ? reading(Date.parse(spec.timestamp) / 1000, "f", talk.locale) : null;
  const parts = [spec.footer?.text, moment].filter(Boolean);
  return parts.length ? h("p", { class: "subtext" }, parts.join(" • ")) : null;
}
