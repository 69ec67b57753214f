// One message as a row of the channel.

import { all, attached } from "./components.js";
import { h } from "./dom.js";
import { embed } from "./embed.js";
import { markdown, onlyEmojis } from "./markdown.js";
import { reading } from "./time.js";

const GROUPED_SECONDS = 420;
const COMPONENTS_V2 = 1 << 15;

/** Whether a message goes on under the one before it, without the author's name again. */
export function follows(before, message) {
  if (!before || before.author.id !== message.author.id || usedCommand(message) || before.ephemeral !== message.ephemeral) return false;
  return (Date.parse(message.timestamp) - Date.parse(before.timestamp)) / 1000 < GROUPED_SECONDS;
}

/** The row of a message; `talk` names things and knows what is awaited, `failure` is what went wrong last. */
export function row(message, { grouped, failure }, talk) {
  const classes = ["message", grouped && "grouped", message.ephemeral && "ephemeral"].filter(Boolean).join(" ");
  return h("li", { class: classes, id: talk.anchor(message.id), tabindex: "-1", data: { message: message.id } },
    h("span", { class: `avatar tint-${Number(BigInt(message.author.id) % 7n)}`, "aria-hidden": "true" }, initial(message)),
    h("div", { class: "body" },
      used(message, talk), head(message, talk), content(message, talk),
      message.embeds.map((spec) => embed(spec, talk)),
      message.components.length ? h("div", { class: "components" }, all(message.components, talk)) : null,
      loose(message).map((attachment) => attached(attachment, talk)),
      failure ? h("p", { class: "failure", role: "alert" }, `⚠ ${failure}`) : null,
      foot(message, talk)));
}

/** The row of a command that is on its way, or that nobody answered. */
export function commandRow(interaction, talk) {
  const failed = interaction.state === "failed";
  return h("li", { class: "message command", data: { interaction: interaction.id } },
    h("span", { class: "avatar", "aria-hidden": "true" }, "/"),
    h("div", { class: "body" },
      h("p", { class: "used" }, interaction.label),
      h("p", { class: failed ? "failure" : "thinking", role: failed ? "alert" : null }, failed ? `⚠ ${talk.word("noAnswer")}` : talk.word("sending"))));
}

function initial(message) {
  return authorName(message).slice(0, 1).toUpperCase();
}

function authorName(message) {
  return message.author.global_name ?? message.author.username;
}

function usedCommand(message) {
  const metadata = message.interaction_metadata;
  return metadata?.type === 2 ? metadata : null;
}

function used(message, talk) {
  const metadata = usedCommand(message);
  if (!metadata) return null;
  const name = metadata.user.global_name ?? metadata.user.username;
  return h("p", { class: "used" }, talk.word("used", name, `/${metadata.name ?? "…"}`));
}

function head(message, talk) {
  const seconds = Date.parse(message.timestamp) / 1000;
  return h("p", { class: "head" },
    h("span", { class: `author tinted-${Number(BigInt(message.author.id) % 7n)}` }, authorName(message)),
    message.author.bot ? h("span", { class: "app" }, talk.word("app")) : null,
    h("time", { class: "sent", datetime: message.timestamp, title: reading(seconds, "F", talk.locale) }, reading(seconds, "t", talk.locale)));
}

function content(message, talk) {
  if (message.loading) return h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, "•••"), ` ${talk.word("thinking", authorName(message))}`);
  const edited = message.edited_timestamp ? h("small", { class: "edited" }, talk.word("edited")) : null;
  if (!message.content) return message.flags & COMPONENTS_V2 ? null : edited;
  return h("div", { class: `text${onlyEmojis(message.content) ? " large" : ""}` }, markdown(message.content, talk), edited);
}

/** Attachments that no component shows already. */
function loose(message) {
  const shown = JSON.stringify(message.components) + JSON.stringify(message.embeds);
  return message.attachments.filter((attachment) => !shown.includes(JSON.stringify(attachment.url)) && !shown.includes(`attachment://${attachment.filename}"`));
}

function foot(message, talk) {
  const edited = message.flags & COMPONENTS_V2 && message.edited_timestamp ? h("small", { class: "edited" }, talk.word("edited")) : null;
  if (!message.ephemeral) return edited ? h("p", { class: "foot" }, edited) : null;
  return h("p", { class: "foot" }, edited, edited ? " · " : null, h("span", { "aria-hidden": "true" }, "◉ "), h("span", {}, talk.word("ephemeral")), " · ",
    h("button", { type: "button", class: "linklike", data: { do: "dismiss" } }, talk.word("dismiss")));
}
