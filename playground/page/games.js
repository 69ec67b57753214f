// Made by `make snapshots`: what the bot's commands do not say of a game.
export const FACTS = {
  tasse: {"people": [2, 25], "minutes": [15, 30]},
  diavolo: {"people": [2, 6], "minutes": [10, 20]},
  debacle: {"people": [2, 2], "minutes": [20, 40]},
  desfausse: {"people": [2, 6], "minutes": [10, 20]},
  defizz: {"people": [2, 12], "minutes": [30, 60]},
  soiree: {"people": [2, 13], "minutes": [30, 90]},
};
