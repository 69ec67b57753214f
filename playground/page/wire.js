// The websocket to the playground: news come in, orders go out, and a lost line is taken up again.

/** Opens the line at once; `onNews(news)` hears what the server says, `onLine(up)` whether the line stands. */
export class Wire {
  #socket = null;
  #waiting = new Map();
  #reference = 0;
  #delay = 250;

  constructor(onNews, onLine) {
    this.onNews = onNews;
    this.onLine = onLine;
    this.#open();
  }

  #open() {
    const socket = new WebSocket(`ws://${location.host}/page/socket`);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#delay = 250;
      this.onLine(true);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      for (const settle of this.#waiting.values()) settle({ error: "La liaison avec le terrain de jeu est coupée." });
      this.#waiting.clear();
      this.onLine(false);
      setTimeout(() => this.#open(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 4000);
    });
  }

  #hear(news) {
    if (news.type !== "reply") return this.onNews(news);
    this.#waiting.get(news.ref)?.(news);
    this.#waiting.delete(news.ref);
  }

  /** Say which people's panes this window shows. */
  show(people) {
    this.#send({ do: "panes", people });
  }

  /** Give an order and wait for its reply ({error} when it could not be done). */
  order(what, content = {}) {
    const ref = ++this.#reference;
    return new Promise((settle) => {
      this.#waiting.set(ref, settle);
      if (!this.#send({ ...content, do: what, ref })) {
        this.#waiting.delete(ref);
        settle({ error: "La liaison avec le terrain de jeu est coupée." });
      }
    });
  }

  #send(order) {
    if (this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(order));
    return true;
  }
}
