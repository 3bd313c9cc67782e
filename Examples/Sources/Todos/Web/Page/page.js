"use strict";

const $ = (selector, root = document) => root.querySelector(selector);

// ---- What is asked for -----------------------------------------------------------------------

let unanswered = 0;
// The revision of the state that knows of everything this page has asked for.
let answered = 0;
let queue = Promise.resolve();

// Sends a command once those before it have been answered.
function ask(command, parameters = {}) {
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
    failure.textContent = "Todos does not answer. What you changed last may be lost.";
  }
}

// ---- What is shown ---------------------------------------------------------------------------

let latest = null;

function render() {
  const state = latest.state;
  const focused = document.activeElement;
  showProblem(state.problem);
  $("#list").hidden = state.detail !== undefined;
  $("#detail").hidden = state.detail === undefined;
  showList(state);
  if (state.detail) showDetail(state.detail);
  showPrompt(state.prompt);
  // An element that is moved loses the focus.
  if (focused !== document.activeElement && focused.isConnected) focused.focus();
}

// Text that this page is still sending must not be overwritten by what was there before.
function showText(field, text) {
  if (unanswered > 0 || latest.revision < answered || field.value === text) return;
  field.value = text;
}

function showProblem(problem) {
  $("#problem").hidden = problem === undefined;
  $("#problem p").textContent = problem ?? "";
}

function showList(state) {
  showText($("#draft"), state.draft);
  for (const button of document.querySelectorAll("[data-filter]")) {
    button.setAttribute("aria-pressed", button.dataset.filter === state.filter);
  }
  showRows(state);
  $("#summary").textContent = `${state.activeCount} of ${state.count} to do`;
  $("#clear").hidden = !state.hasCompleted;
  $("#undo").hidden = !state.canUndo;
  $("#empty").hidden = state.todos.length > 0;
  $("#empty").textContent = state.count === 0 ? "Nothing to do yet." : "None of these.";
}

const rows = new Map();

function showRows(state) {
  const list = $("#todos");
  const ids = new Set(state.todos.map((todo) => todo.id));
  for (const [id, row] of rows) {
    if (ids.has(id)) continue;
    row.remove();
    rows.delete(id);
  }
  state.todos.forEach((todo, index) => {
    const row = rows.get(todo.id) ?? makeRow(todo.id);
    showRow(row, todo, index, state);
    if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
  });
}

function makeRow(id) {
  const row = $("#row").content.cloneNode(true).firstElementChild;
  rows.set(id, row);
  $("input[type=checkbox]", row).addEventListener("change", () => ask("toggle", { id }));
  for (const button of row.querySelectorAll("[data-row]")) {
    button.addEventListener("click", () => ask(button.dataset.row, { id }));
  }
  const form = $("form", row);
  const field = $("input", form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask("save");
  });
  onText(field, (text) => ask("title", { text }));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") ask("cancel");
  });
  return row;
}

function showRow(row, todo, index, state) {
  row.classList.toggle("completed", todo.isCompleted);
  $("input[type=checkbox]", row).checked = todo.isCompleted;
  $(".title", row).textContent = todo.title;
  $(".note-badge", row).hidden = !todo.hasNote;
  $(".time-badge", row).textContent = todo.time ?? "";
  for (const button of row.querySelectorAll("[data-row]")) {
    button.setAttribute("aria-label", `${button.title || button.textContent}: ${todo.title}`);
  }
  $("[data-row=up]", row).disabled = index === 0;
  $("[data-row=down]", row).disabled = index === state.todos.length - 1;
  const isRenaming = state.rename?.id === todo.id;
  const form = $("form", row);
  $(".show", row).hidden = isRenaming;
  const field = $("input", form);
  if (isRenaming && form.hidden) {
    form.hidden = false;
    field.value = state.rename.title;
    field.select();
  }
  form.hidden = !isRenaming;
  if (isRenaming) showText(field, state.rename.title);
}

let shownDetail = null;

function showDetail(detail) {
  $("#detail-title").textContent = detail.title;
  $("#detail-done").checked = detail.isCompleted;
  const note = $("#note");
  if (shownDetail !== detail.id) {
    note.value = detail.note;
    $("#detail-title").focus();
  }
  shownDetail = detail.id;
  showText(note, detail.note);
  const status = detail.note === "" ? "" : detail.isNoteSaved ? "Saved." : "Not saved yet …";
  if ($("#note-status").textContent !== status) $("#note-status").textContent = status;
  $("#time").textContent = detail.time ?? "0:00";
  $("#focus").textContent = detail.isFocusing ? "Stop focusing" : "Focus on it";
}

function showPrompt(prompt) {
  const dialog = $("#prompt");
  if (!prompt) {
    if (dialog.open) dialog.close();
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
function onText(field, handler) {
  field.addEventListener("input", (event) => {
    if (!event.isComposing) handler(field.value);
  });
  field.addEventListener("compositionend", () => handler(field.value));
}

for (const button of document.querySelectorAll("[data-filter]")) {
  button.addEventListener("click", () => ask("filter", { filter: button.dataset.filter }));
}
document.addEventListener("click", (event) => {
  const command = event.target.dataset.command;
  if (command) ask(command);
});
$("#add").addEventListener("submit", (event) => {
  event.preventDefault();
  ask("add", { text: $("#draft").value });
});
onText($("#draft"), (text) => ask("draft", { text }));
onText($("#note"), (text) => ask("note", { text }));
$("#detail-done").addEventListener("change", () => ask("toggle", { id: latest.state.detail.id }));
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
    // It may be another run of the program, which counts from the start.
    answered = 0;
    $("#connection").textContent = "live";
    $("#connection").dataset.live = "";
  };
  events.onmessage = (event) => {
    latest = JSON.parse(event.data);
    if (!latest.state.detail) shownDetail = null;
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

document.addEventListener("visibilitychange", follow);
follow();
