// Building the page's elements, and changing them in place.

/** Make an element: attributes (null, undefined and false leave one out; functions listen; objects fill
 *  dataset or style) and children (nodes, texts, nested lists; nothing for null and false). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
  else if (name === "data") for (const [key, text] of Object.entries(value)) { if (text !== undefined && text !== null) element.dataset[key] = text; }
  else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
  else element.setAttribute(name, value === true ? "" : value);
}

/** Turn `old` into `fresh` without replacing what is the same, so that focus, scroll, opened spoilers and
 *  selections stay. Only for trees whose events are delegated: listeners of `fresh` are not carried over. */
export function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || old.dataset?.kind !== fresh.dataset?.kind) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return old;
  }
  morphAttributes(old, fresh);
  const fresher = [...fresh.childNodes];
  const older = [...old.childNodes];
  fresher.forEach((child, index) => (index < older.length ? morph(older[index], child) : old.append(child)));
  for (const child of older.slice(fresher.length)) child.remove();
  return old;
}

// What the reader did to an element (opened a spoiler) is theirs: these attributes are not taken away.
const KEPT = new Set(["data-revealed", "open", "aria-expanded"]);

function morphAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !KEPT.has(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value) continue;
    // Inline styles go through the object model: the page's policy forbids the attribute.
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else old.setAttribute(name, value);
  }
}

/** Bring the children of `parent` in line with `items` by key: `make(item)` builds, `update(element, item)` changes. */
export function keyed(parent, items, key, make, update = () => {}) {
  const wanted = new Set(items.map((item) => String(key(item))));
  for (const child of [...parent.children]) if (!wanted.has(child.dataset.key)) child.remove();
  const present = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let cursor = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    const known = present.get(name);
    if (known) update(known, item);
    const element = known ?? make(item);
    element.dataset.key = name;
    if (element === cursor) cursor = cursor.nextElementSibling;
    else parent.insertBefore(element, cursor); // what stays in place is not moved: moving would drop its focus
  }
}
