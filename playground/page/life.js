// What is said of the bots' processes.

function ending(code) {
  return code < 0 ? `signal ${-code}` : `code ${code}`;
}

/** The life of a process: {pid} while it runs, {code} afterwards. */
export function life({ pid, code }, connected = true) {
  if (pid !== null) return `${connected ? "en marche" : "en train de démarrer"} · pid ${pid}`;
  return `arrêté${code === null ? "" : ` · ${ending(code)}`}`;
}

/** What the bar says of the only bot. */
export function one(process, connected) {
  return `Bot ${life(process, connected)}`;
}

/** What the bar says of two bots, of which so many run. */
export function two(running, connected) {
  if (!running) return "2 bots arrêtés";
  return `${running === 2 ? "2 bots" : "1 bot sur 2"} ${connected ? "en marche" : "en train de démarrer"}`;
}

/** Show a control that cannot be used now; it keeps its place among those that Tab reaches. */
export function mark(control, disabled) {
  if (disabled) control.setAttribute("aria-disabled", "true");
  else control.removeAttribute("aria-disabled");
}
