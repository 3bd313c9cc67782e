#!/usr/bin/env node
// Writes Sources/Trace/Page/CTracePage.c, which embeds the files of the page that shows a trace:
// run it after a file was added, removed or renamed, or imports another one.
//
//   scripts/embed-page.mjs            writes it
//   scripts/embed-page.mjs --check    only says whether it is up to date; exit code 1 if not
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const target = join(dirname(fileURLToPath(import.meta.url)), "../Sources/Trace/Page");
const page = join(target, "Page");

/** The styles, in the order in which the page links them. */
function styles() {
  const document = readFileSync(join(page, "index.html"), "utf8");
  return [...document.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map((match) => match[1]);
}

/** The modules, each after those that it imports, and the main one last. */
function modules() {
  const ordered = [];
  const visited = new Map();
  const visit = (file) => {
    if (visited.get(file) === "done") return;
    if (visited.get(file) === "open") throw new Error(`${file} imports itself in a circle`);
    visited.set(file, "open");
    const text = readFileSync(join(page, file), "utf8");
    for (const match of text.matchAll(/^import .* from "([^"]+)";$/gm)) {
      visit(posix.join(posix.dirname(file), match[1]));
    }
    visited.set(file, "done");
    ordered.push(file);
  };
  const found = readdirSync(join(page, "scripts"), { recursive: true })
    .map((file) => `scripts/${file}`).filter((file) => file.endsWith(".js")).sort();
  for (const file of found) if (file !== "scripts/main.js") visit(file);
  visit("scripts/main.js");
  return ordered;
}

const files = ["index.html", ...styles(), ...modules()];
const variable = (file) => file.replace(/[^A-Za-z0-9]/g, "_");
const text = `// Written by scripts/embed-page.mjs.
#include "CTracePage.h"

// \`#embed\` is part of C23, and an extension before.
#pragma clang diagnostic ignored "-Wc23-extensions"

${files.map((file) => `static const unsigned char ${variable(file)}[] = {
#embed "Page/${file}"
};
`).join("")}
#define FILE(name, bytes) {name, bytes, sizeof bytes}

// Modules come after their imports; main.js is the last.
static const struct trace_page_file files[] = {
${files.map((file) => `  FILE("${file}", ${variable(file)}),\n`).join("")}};

const struct trace_page_file *trace_page_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
`;
const output = join(target, "CTracePage.c");
if (!process.argv.includes("--check")) {
  writeFileSync(output, text);
} else if (readFileSync(output, "utf8") !== text) {
  console.error("Sources/Trace/Page/CTracePage.c is out of date: run scripts/embed-page.mjs");
  process.exit(1);
}
