// What this browser remembers over a reload: which panes are open, on which channel, read up to where.

const KEY = "gobelet-playground";

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage is closed or spoilt: the page works without it
  }
}

const kept = { panes: null, channels: {}, read: {}, ...load() };

function save() {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // as above: nothing but the memory of a reload is lost
  }
}

export const memory = {
  /** The ids of the people whose panes are open; null at the first visit. */
  get panes() {
    return kept.panes;
  },
  set panes(people) {
    kept.panes = people;
    save();
  },
  channel: (person) => kept.channels[person],
  choose(person, channel) {
    kept.channels[person] = channel;
    save();
  },
  read: (person, channel) => kept.read[`${person}/${channel}`] ?? "0",
  markRead(person, channel, message) {
    if (BigInt(message) <= BigInt(this.read(person, channel))) return;
    kept.read[`${person}/${channel}`] = message;
    save();
  },
};
