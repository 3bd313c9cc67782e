/** @typedef {Node|string|null} Child */

/**
 * Makes an element. Omits attributes that are `null` or `false`; strings become text nodes.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string|number|boolean|null|undefined>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function makeElement(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * Makes an icon from a line, hidden from screen readers.
 *
 * @param {string} path
 * @param {{size?: number, className?: string}} [options]
 */
export function makeIcon(path, options = {}) {
  const { size = 16, className = "" } = options;
  const icon = document.createElementNS(SVG_NAMESPACE, "svg");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("width", String(size));
  icon.setAttribute("height", String(size));
  icon.setAttribute("aria-hidden", "true");
  if (className) icon.setAttribute("class", className);
  const line = document.createElementNS(SVG_NAMESPACE, "path");
  line.setAttribute("d", path);
  icon.append(line);
  return icon;
}

/** The icons of the page, each a line. */
export const ICONS = Object.freeze({
  close: "M4 4l8 8M12 4l-8 8",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  done: "M3 8.5l3.5 3.5L13 4.5",
  down: "M4 6l4 4 4-4",
  glass: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.4 10.4l3.1 3.1",
  left: "M10 4L6 8l4 4",
  next: "M6 4l4 4-4 4",
  target: "M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  up: "M4 10l4-4 4 4",
  warning: "M8 2.2L14.5 13.5h-13zM8 6.5v3.2M8 11.6v.2",
});

/**
 * Makes a button with only an icon. Screen readers announce its label.
 *
 * @param {string} label
 * @param {string} path
 * @param {() => void} onClick
 */
export function makeIconButton(label, path, onClick) {
  const button = makeElement(
    "button", { type: "button", class: "button plain icon", "aria-label": label, title: label },
    makeIcon(path));
  button.addEventListener("click", onClick);
  return button;
}

/**
 * Makes a button with a text.
 *
 * @param {string} text
 * @param {() => void} onClick
 * @param {Record<string, string|number|boolean|null>} [attributes]
 */
export function makeButton(text, onClick, attributes = {}) {
  const button = makeElement("button", { type: "button", class: "button", ...attributes }, text);
  button.addEventListener("click", onClick);
  return button;
}

/**
 * Makes a name from the trace, with its prefix in a separate element.
 *
 * @param {string} prefix
 * @param {string} text the displayed name, including the prefix
 */
export function makeName(prefix, text) {
  const name = makeElement("bdi", { class: "name" });
  const end = prefix === "" ? -1 : text.indexOf("] ", prefix.length);
  if (end < 0) {
    name.append(text);
  } else {
    name.append(
      makeElement("span", { class: "prefix" }, text.slice(0, end + 1)), text.slice(end + 1));
  }
  return name;
}
