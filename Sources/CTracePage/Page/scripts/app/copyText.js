import { makeElement } from "./makeElement.js";

/**
 * Puts a text onto the clipboard, also where the page is a file.
 *
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there
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
    // Says false, which is all there is to say.
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isDone;
}
