// The messages of one channel as one person sees them, kept in place while they change.

import { welcome } from "./cards.js";
import { h, keyed, morph } from "./dom.js";
import { commandRow, follows, row } from "./message.js";

const NEAR_PIXELS = 48;

/** One channel's scrolling list. It stays at the newest message unless the reader has scrolled away. */
export class Stream {
  constructor(pane, channelId) {
    this.pane = pane;
    this.channelId = channelId;
    this.stuck = true;
    this.top = 0;
    this.list = h("ol", { class: "messages" });
    this.waiting = h("ol", { class: "messages waiting" });
    this.empty = h("div", { class: "empty" });
    this.down = h("button", { class: "newer", type: "button", hidden: true, onclick: () => this.#toBottom() }, `${pane.word("newer")} ↓`);
    this.scroller = h("div", { class: "scroller", role: "log", tabindex: "0", "aria-live": "off" }, this.empty, this.list, this.waiting);
    this.element = h("div", { class: "stream", role: "tabpanel" }, this.scroller, this.down);
    this.scroller.addEventListener("scroll", () => this.#scrolled());
    // Pictures arrive later than their message, and forms take room: who was at the end stays there.
    const sizes = new ResizeObserver(() => this.#resized());
    for (const element of [this.scroller, this.list, this.waiting]) sizes.observe(element);
  }

  /** Where all is in sight there is nothing newer below. */
  #resized() {
    if (!this.stuck) this.#scrolled();
    this.#settle();
  }

  #scrolled() {
    if (this.element.hidden) return;
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    // Only the reader scrolls up; when the list grows, the place stays and the end moves away by itself.
    if (scrollHeight - scrollTop - clientHeight < NEAR_PIXELS) this.stuck = true;
    else if (scrollTop < this.top - 1) this.stuck = false;
    this.top = scrollTop;
    this.down.hidden = this.stuck;
    if (this.stuck) this.pane.read();
    this.pane.list?.place();
  }

  #toBottom() {
    this.stuck = true;
    this.#settle();
    this.scroller.focus();
  }

  #settle() {
    if (this.stuck) this.scroller.scrollTop = this.empty.hidden ? this.scroller.scrollHeight : 0;
  }

  show(visible) {
    this.element.hidden = !visible;
    if (!visible) return;
    if (this.stuck) this.#settle();
    else this.scroller.scrollTop = this.top;
  }

  /** Bring the list in line with the messages; a row changes only when what it is made from has. */
  render(messages, commands) {
    const rows = messages.map((message, index) => {
      const about = { grouped: follows(messages[index - 1], message), failure: this.pane.failure(message.id) };
      return { message, about, signature: JSON.stringify([message, about, this.pane.pending(message.id), this.pane.locale]) };
    });
    const build = ({ message, about, signature }) => Object.assign(row(message, about, this.pane.talk(message)), { signature });
    keyed(this.list, rows, ({ message }) => message.id, build, (element, item) => {
      if (element.signature === item.signature) return;
      const key = element.dataset.key;
      const focus = element.contains(document.activeElement) ? document.activeElement : null;
      const kept = morph(element, build(item));
      Object.assign(kept, { signature: item.signature }).dataset.key = key;
      if (focus && !focus.isConnected) kept.focus({ preventScroll: true });
    });
    keyed(this.waiting, commands, (interaction) => `${interaction.id}-${interaction.state}`, (interaction) => commandRow(interaction, this.pane.talk(null)));
    this.#welcome(messages.length + commands.length === 0);
    this.#settle();
  }

  /** What stands where nothing does yet; drawn anew when its words or the bot's commands have changed. */
  #welcome(shown) {
    this.empty.hidden = !shown;
    const { house, locale, name } = this.pane;
    const made = [house.commands, house.emojis, locale, name, JSON.stringify(this.pane.place())];
    if (!shown || made.every((part, index) => part === this.made?.[index])) return;
    this.made = made;
    this.empty.replaceChildren(...[welcome(this.pane)].flat());
  }

  /** Scroll to a message and mark it for a moment; false when it is not here. */
  jump(messageId) {
    const element = this.list.querySelector(`[data-message="${messageId}"]`);
    if (!element) return false;
    this.stuck = false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.add("jumped");
    setTimeout(() => element.classList.remove("jumped"), 1600);
    return true;
  }
}
