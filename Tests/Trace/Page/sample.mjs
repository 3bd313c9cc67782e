#!/usr/bin/env node
// Makes the data of a made-up recording, next to the page's files, for any static server:
//
//   node Tests/Trace/Page/sample.mjs --out /tmp/page --spans 100000 --seed 1
//   python3 -m http.server --directory /tmp/page

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { encodePage } from "./PageEncoder.mjs";
import { makeProfile } from "./SampleProfile.mjs";
import { SampleProgram } from "./SampleProgram.mjs";
import { sampleReport } from "./sampleReport.mjs";

const PAGE = join(dirname(fileURLToPath(import.meta.url)), "../../../Sources/Trace/Page/Page");

/** A made-up recording, with its records and how they are encoded. */
export function makeSample(options = {}) {
  const program = new SampleProgram(options);
  const page = encodePage(program, sampleReport(program));
  if (options.profile) {
    const { samples, bytes } = makeProfile(program);
    page.head.profile = { chunk: page.chunks.length, samples: samples.length };
    page.chunks.push(bytes);
  }
  return { program, ...page };
}

/** Writes a made-up recording where a server finds it. */
export function writeSample(directory, { head, chunks }) {
  rmSync(join(directory, "chunks"), { recursive: true, force: true });
  mkdirSync(join(directory, "chunks"), { recursive: true });
  writeFileSync(join(directory, "head"), JSON.stringify(head));
  chunks.forEach((chunk, index) => writeFileSync(join(directory, "chunks", String(index)), chunk));
}

function main() {
  const { values } = parseArgs({
    options: {
      out: { type: "string" },
      spans: { type: "string", default: "10000" },
      seed: { type: "string", default: "1" },
      processes: { type: "string", default: "2" },
      threads: { type: "string", default: "3" },
      stores: { type: "string", default: "4" },
      profile: { type: "boolean", default: false },
      "data-only": { type: "boolean", default: false },
    },
  });
  if (values.out === undefined) {
    console.error(
      "Usage: sample.mjs --out DIRECTORY [--spans N] [--seed N] [--processes N] [--threads N]\n"
        + "                  [--stores N] [--profile] [--data-only]");
    process.exit(2);
  }
  const sample = makeSample({
    spans: Number(values.spans), seed: Number(values.seed), processes: Number(values.processes),
    threads: Number(values.threads), stores: Number(values.stores),
    profile: values.profile,
  });
  mkdirSync(values.out, { recursive: true });
  if (!values["data-only"]) cpSync(PAGE, values.out, { recursive: true });
  writeSample(values.out, sample);
  const bytes = sample.chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
  console.log(
    `${sample.head.spans} spans, ${sample.chunks.length} chunks, ${bytes} bytes `
      + `(${(bytes / sample.head.spans).toFixed(1)} a span) in ${values.out}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
