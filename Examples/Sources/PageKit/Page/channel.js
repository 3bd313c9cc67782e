// The common code of all pages: commands to the program, and its state in return.
//
// A page has the elements #connection, #failure and, for questions, a <dialog id="prompt"> with
// #prompt-title, #prompt-message and #answers.

export const $ = (selector, root = document) => root.querySelector(selector);

let show = null;
let latest = null;

// The state that is shown; undefined before the first one has come.
export const state = () => latest?.state;

// ---- What is asked for -----------------------------------------------------------------------

let unanswered = 0;
// The revision of the state that knows of everything this page has asked for.
let answered = 0;
let queue = Promise.resolve();

// Sends a command once those before it have been answered.
export function ask(command, parameters = {}) {
  unanswered += 1;
  queue = queue.then(() => post({ command, ...parameters })).finally(() => {
    unanswered -= 1;
    if (latest) render();
  });
}

async function post(command) {
  const failure = $("#failure");
  try {
    const response = await fetch("/commands", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(command),
    });
    const answer = await response.json();
    failure.hidden = response.ok;
    if (response.ok) answered = answer.revision;
    else failure.textContent = answer.error;
  } catch {
    failure.hidden = false;
    failure.textContent = `${document.title} does not answer. What you changed last may be lost.`;
  }
}

// ---- What is shown ---------------------------------------------------------------------------

function render() {
  const focused = document.activeElement;
  show(latest.state);
  showPrompt(latest.state.prompt);
  // An element that is moved loses the focus, which it does not get back once it is hidden.
  if (focused !== document.activeElement && focused.checkVisibility()) focused.focus();
}

// An earlier state must not overwrite text that this page is still sending.
export function showText(field, text) {
  if (unanswered > 0 || latest.revision < answered || field.value === text) return;
  field.value = text;
}

// Closes a dialog. Its opener has the focus again, but as a password field, in Chromium, no caret
// until it is given the focus anew.
function close(dialog) {
  dialog.close();
  const opener = document.activeElement;
  opener.blur();
  opener.focus();
}

function showPrompt(prompt) {
  const dialog = $("#prompt");
  if (!prompt) {
    if (dialog.open) close(dialog);
    return;
  }
  if (dialog.open && $("#prompt-title").textContent === prompt.title) return;
  $("#prompt-title").textContent = prompt.title;
  $("#prompt-message").textContent = prompt.message ?? "";
  $("#answers").replaceChildren(...prompt.buttons.map((answer, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = answer.label;
    button.classList.toggle("danger", answer.isDestructive);
    button.autofocus = answer.isCancel;
    button.addEventListener("click", () => ask("choose", { button: index + 1 }));
    return button;
  }));
  if (!dialog.open) dialog.showModal();
}

// ---- What users do ---------------------------------------------------------------------------

// Sends each change, but not the parts of a character that is still being composed.
export function onText(field, handler) {
  field.addEventListener("input", (event) => {
    if (!event.isComposing) handler(field.value);
  });
  field.addEventListener("compositionend", () => handler(field.value));
}

document.addEventListener("click", (event) => {
  const command = event.target.dataset.command;
  if (command) ask(command);
});
$("#prompt").addEventListener("cancel", (event) => {
  event.preventDefault();
  const index = latest.state.prompt?.buttons.findIndex((button) => button.isCancel) ?? -1;
  if (index >= 0) ask("choose", { button: index + 1 });
});

// ---- What is received ------------------------------------------------------------------------

let events = null;

function connect() {
  events = new EventSource("/events");
  events.onopen = () => {
    // The server may be another run of the program, which counts from the start.
    answered = 0;
    $("#connection").textContent = "live";
    $("#connection").dataset.live = "";
  };
  events.onmessage = (event) => {
    latest = JSON.parse(event.data);
    render();
  };
  events.onerror = () => {
    $("#connection").textContent = "not connected";
    delete $("#connection").dataset.live;
    // A browser reconnects by itself, unless the server has ended the stream.
    if (events.readyState === EventSource.CLOSED) setTimeout(connect, 2000);
  };
}

// A browser keeps few connections to one address: hidden pages leave theirs to the others.
function follow() {
  if (document.hidden) {
    events?.close();
    events = null;
  } else if (!events) {
    connect();
  }
}

// Shows the state of the program from now on: `render` is called with each.
export function start(render) {
  show = render;
  document.addEventListener("visibilitychange", follow);
  follow();
}
