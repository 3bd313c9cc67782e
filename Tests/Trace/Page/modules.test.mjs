import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SCRIPTS = join(
  dirname(fileURLToPath(import.meta.url)), "../../../Sources/Trace/Page/Page/scripts");

const files = readdirSync(SCRIPTS, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
  .map((entry) => join(entry.path, entry.name));
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const name = (file) => relative(SCRIPTS, file);

// A file by itself has all modules in one script: see Documentation/PageFormat.md.

test("imports are a line each, of names alone", () => {
  const form = /^import \{ [\w, ]+ \} from "\.{1,2}\/[\w./]+\.js";$/;
  for (const [file, text] of texts) {
    for (const line of text.split("\n")) {
      if (/^\s*(import|export)\b/.test(line)) {
        const isExport = /^export (async function|function|class|const) /.test(line);
        assert.ok(form.test(line) || isExport, `${name(file)}: ${line}`);
      }
      assert.ok(!/\bimport\((?!["'][^"']*["']\)\.)/.test(line), `${name(file)}: ${line}`);
    }
  }
});

test("no two modules have a name in common at their top level", () => {
  const owners = new Map();
  for (const [file, text] of texts) {
    const names = text.matchAll(
      /^(?:export )?(?:async )?(?:function\*?|class|const|let|var) (\w+)/gm);
    for (const [, own] of names) {
      assert.equal(owners.get(own), undefined, `${own} in ${name(file)}`);
      owners.set(own, name(file));
    }
  }
});

test("no module imports itself, directly or through others", () => {
  const imports = new Map([...texts].map(([file, text]) => [
    file,
    [...text.matchAll(/^import .* from "(.*)";$/gm)]
      .map(([, path]) => resolve(dirname(file), path)),
  ]));
  const done = new Set();
  const visit = (file, path) => {
    assert.ok(!path.includes(file), [...path, file].map(name).join(" → "));
    if (done.has(file)) return;
    assert.ok(imports.has(file), `${name(file)} is not there`);
    for (const next of imports.get(file)) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test("every file of the page is embedded, after what it imports", () => {
  execFileSync(join(SCRIPTS, "../../../../../scripts/embed-page.mjs"), ["--check"]);
});
