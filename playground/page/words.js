// What the page itself says, in the language of the pane's person; the bar is always in French.

const FR = {
  message: "Écrire dans {0}",
  typeSlash: "« / » : commandes",
  send: "Envoyer",
  ephemeral: "Personne d’autre ne voit ce message",
  dismiss: "Rejeter le message",
  edited: "(modifié)",
  thinking: "{0} réfléchit…",
  used: "{0} a utilisé {1}",
  noAnswer: "L’application ne répond pas",
  sending: "Envoi de la commande…",
  app: "APP",
  newer: "Messages récents",
  commands: "Commandes",
  optional: "facultatif",
  cancel: "Annuler",
  validate: "Valider",
  choose: "Faites votre choix",
  run: "Envoyer la commande",
  yes: "Oui",
  no: "Non",
  dms: "Messages privés fermés",
  dmsShort: "MP fermés",
  moderator: "Modérateur",
  language: "Langue",
  hide: "Fermer le volet : {0}",
  settings: "Réglages : {0}",
  leave: "{0} quitte le serveur",
  channels: "Salons : {0}",
  unread: "non lus : {0}",
  log: "Messages : {0}",
  empty: "Rien ici pour le moment. « / » montre les commandes.",
  welcome: "Choisissez un jeu : la table s’ouvre dans ce salon. Chaque volet est une personne ; appuyez sur « Rejoindre » dans un autre pour jouer à plusieurs.",
  seat: "{0} joue ici : dès qu’une table s’ouvre, « Rejoindre » lui donne une place.",
  games: "Jeux",
  openTable: "Ouvrir une table",
  openTableOf: "Ouvrir une table : {0}",
  trial: "Partie d’essai",
  trialOf: "Partie d’essai contre l’ordinateur : {0}",
  people: "{0} à {1} personnes",
  peopleExactly: "{0} personnes",
  minutes: "{0} à {1} min",
  alt: "Description de l’image",
  picture: "Image",
  spoiler: "Passage caché : activer pour lire",
  file: "Fichier {0}",
  noCommand: "Aucune commande ne correspond.",
  botAway: "Aucune commande : le bot n’est pas là.",
  between: "entre {0} et {1}",
  atLeast: "au moins {0}",
  atMost: "au plus {0}",
};

const EN = {
  message: "Message {0}",
  typeSlash: "“/”: commands",
  send: "Send",
  ephemeral: "Only you can see this",
  dismiss: "Dismiss message",
  edited: "(edited)",
  thinking: "{0} is thinking…",
  used: "{0} used {1}",
  noAnswer: "The application did not respond",
  sending: "Sending command…",
  app: "APP",
  newer: "Latest messages",
  commands: "Commands",
  optional: "optional",
  cancel: "Cancel",
  validate: "Done",
  choose: "Make a selection",
  run: "Send command",
  yes: "Yes",
  no: "No",
  dms: "Direct messages closed",
  dmsShort: "DMs closed",
  moderator: "Moderator",
  language: "Language",
  hide: "Close {0}’s pane",
  settings: "{0}’s settings",
  leave: "{0} leaves the server",
  channels: "{0}’s channels",
  unread: "{0} unread",
  log: "{0}’s messages",
  empty: "Nothing here yet. “/” shows the commands.",
  welcome: "Choose a game: its table opens in this channel. Each pane is a person; press “Join” in another one to play together.",
  seat: "{0} plays here: once a table opens, “Join” takes a seat.",
  games: "Games",
  openTable: "Open a table",
  openTableOf: "Open a table: {0}",
  trial: "Trial game",
  trialOf: "Trial game against the computer: {0}",
  people: "{0} to {1} people",
  peopleExactly: "{0} people",
  minutes: "{0} to {1} min",
  alt: "Description of the picture",
  picture: "Picture",
  spoiler: "Hidden passage: activate to read",
  file: "File {0}",
  noCommand: "No matching command.",
  botAway: "No commands: the bot is away.",
  between: "from {0} to {1}",
  atLeast: "{0} or more",
  atMost: "{0} or less",
};

/** The page's word for `key` in a locale ("fr", "en-US"), its gaps filled in order. */
export function word(locale, key, ...values) {
  const text = (locale.startsWith("en") ? EN : FR)[key];
  return spaced(text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)])));
}

/** Spaces where a French line must not break. */
function spaced(text) {
  return text.replace(/ (?=[:;!?»])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** A localised field of a command or an option: its localisation when there is one, else what all see. */
export function localised(thing, field, locale) {
  const names = thing[`${field}_localizations`] ?? {};
  return names[locale] ?? names[locale.slice(0, 2)] ?? thing[field];
}
