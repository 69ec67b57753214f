// Discord's timestamps: <t:seconds:style>, the relative ones alive.

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** How a moment (in seconds) reads in a locale and one of Discord's styles, as seen `now` (in seconds). */
export function reading(seconds, style, locale, now = Date.now() / 1000) {
  if (style !== "R") return new Intl.DateTimeFormat(locale, STYLES[style] ?? STYLES.f).format(seconds * 1000);
  const away = Math.round(seconds - now);
  const [unit, length] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "always" }).format(Math.round(away / length), unit);
}

/** Write every relative timestamp of the page anew; called once a second. */
export function tick(root = document) {
  for (const element of root.querySelectorAll("time[data-style='R']")) {
    const text = reading(Number(element.dataset.seconds), "R", element.dataset.locale);
    if (element.firstChild.nodeValue !== text) element.firstChild.nodeValue = text;
  }
}
