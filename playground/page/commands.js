// The bot's slash commands, as a person of one language finds them.

import { localised } from "./words.js";

const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
const CHAT_INPUT = 1;
const BOT_DM = 1;

/** Every command that a person may type in a kind of channel, in one flat list of {path (what the bot hears), name,
 *  description, options}: by the names of the commands, and those of one command in the bot's own order. */
export function flatten(commands, locale, { kind, moderator }) {
  return commands
    .filter((command) => (command.type ?? CHAT_INPUT) === CHAT_INPUT)
    .filter((command) => moderator || (command.default_member_permissions ?? null) === null)
    .filter((command) => kind !== "dm" || (command.contexts ? command.contexts.includes(BOT_DM) : command.dm_permission !== false))
    .sort((one, other) => localised(one, "name", locale).localeCompare(localised(other, "name", locale), locale))
    .flatMap((command) => branch(command, "", "", locale));
}

function branch(command, path, name, locale) {
  const here = { path: `${path} ${command.name}`.trim(), name: `${name} ${localised(command, "name", locale)}`.trim() };
  const inner = (command.options ?? []).filter((option) => [SUBCOMMAND, SUBCOMMAND_GROUP].includes(option.type));
  if (inner.length) return inner.flatMap((option) => branch(option, here.path, here.name, locale));
  return [{ ...here, description: localised(command, "description", locale), options: command.options ?? [] }];
}

/** The commands that fit what has been typed after "/", with or without accents: those that begin so first. */
export function matching(commands, typed) {
  const wanted = plain(typed).trim();
  const begins = commands.filter((command) => plain(command.name).startsWith(wanted) || command.path.startsWith(wanted));
  const holds = commands.filter((command) => !begins.includes(command) && plain(`${command.name} ${command.description}`).includes(wanted));
  return [...begins, ...holds];
}

/** Small letters without accents. */
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
