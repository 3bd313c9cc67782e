import { $, ask, onText, showText, start, state } from "/channel.js";

// ---- What is shown ---------------------------------------------------------------------------

function show(state) {
  if (!state.detail) shownDetail = null;
  showProblem(state.problem);
  $("#list").hidden = state.detail !== undefined;
  $("#detail").hidden = state.detail === undefined;
  showList(state);
  if (state.detail) showDetail(state.detail);
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

// ---- What users do ---------------------------------------------------------------------------

for (const button of document.querySelectorAll("[data-filter]")) {
  button.addEventListener("click", () => ask("filter", { filter: button.dataset.filter }));
}
$("#add").addEventListener("submit", (event) => {
  event.preventDefault();
  ask("add", { text: $("#draft").value });
});
onText($("#draft"), (text) => ask("draft", { text }));
onText($("#note"), (text) => ask("note", { text }));
$("#detail-done").addEventListener("change", () => ask("toggle", { id: state().detail.id }));

start(show);
