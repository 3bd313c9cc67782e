import { makeElement } from "./makeElement.js";

/**
 * Copies a text to the clipboard, also if the page is a local file.
 *
 * @param {string} text
 * @returns {Promise<boolean>} whether the text was copied
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const focused = document.activeElement;
  const field = makeElement("textarea", { class: "unseen", "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  let isDone = false;
  try {
    isDone = document.execCommand("copy");
  } catch {
    // The result `false` reports the failure.
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
