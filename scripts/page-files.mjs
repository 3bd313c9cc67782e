#!/usr/bin/env node
// Writes Sources/CTracePage/CTracePage.c, which embeds the files of the page: styles in the order in
// which index.html has them, modules after what they import. To be run when a file is added or removed.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../Sources/CTracePage");
const PAGE = join(ROOT, "Page");

/** The files of the page, in the order in which they are joined. */
export function pageFiles() {
  const index = readFileSync(join(PAGE, "index.html"), "utf8");
  const styles = [...index.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)]
    .map(([, path]) => path);
  const scripts = readdirSync(join(PAGE, "scripts"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => relative(PAGE, join(entry.path, entry.name)))
    .sort();
  const ordered = [];
  const visit = (path) => {
    if (ordered.includes(path)) return;
    const text = readFileSync(join(PAGE, path), "utf8");
    for (const [, other] of text.matchAll(/^import .* from "(.*)";$/gm)) {
      visit(normalize(join(dirname(path), other)));
    }
    ordered.push(path);
  };
  for (const path of scripts.filter((script) => script !== "scripts/main.js")) visit(path);
  visit("scripts/main.js");
  return ["index.html", ...styles, ...ordered];
}

/** The C file that embeds them. */
export function embeddingCode() {
  const files = pageFiles();
  const name = (path) => path.replace(/\W/g, "_");
  return `#include "CTracePage.h"

// Written by scripts/page-files.mjs.

// Embedding is of C23, and an extension before.
#pragma clang diagnostic ignored "-Wc23-extensions"

${files.map((path) => `static const unsigned char ${name(path)}[] = {
#embed "Page/${path}"
};`).join("\n")}

#define FILE(name, bytes) {name, bytes, sizeof bytes}

// Modules come after what they import, main.js is the last.
static const struct trace_page_file files[] = {
${files.map((path) => `  FILE("${path}", ${name(path)}),`).join("\n")}
};

const struct trace_page_file *trace_page_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(ROOT, "CTracePage.c"), embeddingCode());
}
