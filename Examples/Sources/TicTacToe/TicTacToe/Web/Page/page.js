import { $, ask, onText, showText, start } from "/channel.js";

// ---- What is shown ---------------------------------------------------------------------------

let shown = null;

function show(state) {
  const screens = { login: "#login", code: "#code-form", names: "#names", game: "#game" };
  for (const [name, selector] of Object.entries(screens)) {
    $(selector).hidden = state[name] === undefined;
  }
  if (state.login) showLogin(state.login);
  if (state.code) showCode(state.code);
  if (state.names) showNames(state.names);
  if (state.game) showGame(state.game);
  $("#tally").textContent = state.tally ? `${state.tally}.` : "";
  const current = Object.keys(screens).find((name) => state[name] !== undefined);
  if (current !== shown) enter(current, screens[current]);
}

// Puts the focus where the user goes on, and forgets the password of the one before.
function enter(name, selector) {
  shown = name;
  $("#password").value = "";
  (name === "game" ? cells[1][1] : $("input", $(selector))).focus();
}

function showLogin(login) {
  showText($("#email"), login.email);
  showProgress("#login", login.isRequestInFlight);
}

function showCode(code) {
  showText($("#code"), code.code);
  showProgress("#code-form", code.isRequestInFlight);
}

// Buttons of incomplete forms stay enabled: the text that completes a form may be on its way.
function showProgress(form, isRequestInFlight) {
  $(".primary", $(form)).disabled = isRequestInFlight;
  $(".progress", $(form)).textContent = isRequestInFlight ? "Logging in …" : "";
}

function showNames(names) {
  $("#user").textContent = names.user;
  showText($("#x-name"), names.xName);
  showText($("#o-name"), names.oName);
}

function showGame(game) {
  if ($("#title").textContent !== game.title) $("#title").textContent = game.title;
  $("#again").hidden = !game.isOver;
  game.cells.forEach((row, r) => row.forEach((cell, c) => {
    const button = cells[r][c];
    button.textContent = cell.mark;
    button.dataset.mark = cell.mark;
    button.classList.toggle("winning", cell.isWinning);
    // Not disabled, so that the focus can stay on it.
    button.setAttribute("aria-disabled", cell.mark !== "" || game.isOver);
    button.setAttribute("aria-label", `row ${r + 1}, column ${c + 1}: ${cell.mark || "empty"}`);
  }));
}

// ---- What users do ---------------------------------------------------------------------------

const cells = [0, 1, 2].map((row) => [0, 1, 2].map((column) => {
  const button = document.createElement("button");
  button.type = "button";
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-disabled") === "true") return;
    ask("move", { row: row + 1, column: column + 1 });
  });
  button.addEventListener("keydown", (event) => {
    const [rows, columns] = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    }[event.key] ?? [0, 0];
    cells[row + rows]?.[column + columns]?.focus();
  });
  $("#board").append(button);
  return button;
}));

onText($("#email"), (text) => ask("email", { text }));
onText($("#password"), (text) => ask("password", { text }));
onText($("#code"), (text) => ask("code", { text }));
onText($("#x-name"), (text) => ask("xName", { text }));
onText($("#o-name"), (text) => ask("oName", { text }));

function onSubmit(form, command) {
  $(form).addEventListener("submit", (event) => {
    event.preventDefault();
    ask(command);
  });
}
onSubmit("#login", "login");
onSubmit("#code-form", "submit");
onSubmit("#names", "play");

start(show);
