#!/usr/bin/env node
// Compares the critical paths of a page with those that `signpost path --json` prints:
//
//   node Tests/Trace/Page/path_checks.mjs PAGE PATHS
//
// PAGE is an exported page, PATHS the output of `signpost path --json --limit N` for its recording.
// Ends with 1 and a line for each path that differs.

import { readFileSync } from "node:fs";
import { inflate } from "../../../Sources/Trace/Page/Page/scripts/model/ChunkSource.js";
import { Trace } from "../../../Sources/Trace/Page/Page/scripts/model/Trace.js";
import { criticalPath } from "../../../Sources/Trace/Page/Page/scripts/panels/criticalPath.js";

const SEGMENTS = {
  reducer: "reducers", queue: "queue", waiting: "waiting", effect: "effects", observer: "observers",
};

async function openPage(file) {
  const text = readFileSync(file, "utf8");
  const data = new Map();
  const element = /<script type="application\/octet-stream" id="([^"]+)">([^<]*)<\/script>/g;
  for (const [, id, content] of text.matchAll(element)) data.set(id, Buffer.from(content, "base64"));
  const head = JSON.parse(new TextDecoder().decode(await inflate(data.get("head"))));
  return new Trace(head, {
    readHead: async () => head, readChunk: async (index) => inflate(data.get(`chunk-${index}`)),
  });
}

const [page, paths] = process.argv.slice(2);
const trace = await openPage(page);
const { slowest } = JSON.parse(readFileSync(paths, "utf8"));
let compared = 0;
let withObservers = 0;
let differing = 0;
for (const path of slowest) {
  const process = trace.head.processes.findIndex(({ pid, host }) =>
    pid === path.vpid && (path.host === undefined || host === path.host));
  const action = await trace.find({ process, kind: "action", id: BigInt(path.id) });
  const found = await criticalPath(trace, action, () => false);
  if (found.isCutOff) continue;
  compared += 1;
  if (path.steps.some(({ segment }) => segment === "observers")) withObservers += 1;
  // Observers have numbers of their own in each reading, which are the same in both.
  const expected = path.steps.map(({ segment, kind, id, since_ns: since, duration_ns: took }) =>
    `${segment} ${kind} ${id} +${since} ${took}`);
  const shown = found.steps.map(({ segment, span, start, end }) =>
    `${SEGMENTS[segment]} ${span.kind} ${span.id} +${start - found.start} ${end - start}`);
  if (expected.join("\n") === shown.join("\n")) continue;
  differing += 1;
  console.error(
    `${path.prefix} ${path.name} ${path.id}\nsignpost path:\n  ${expected.join("\n  ")}\n`
      + `the page:\n  ${shown.join("\n  ")}`);
}
console.log(`${compared} paths compared, ${withObservers} of them with observers`);
if (compared === 0 || differing > 0) process.exit(1);
