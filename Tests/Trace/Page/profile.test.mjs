import assert from "node:assert/strict";
import { test } from "node:test";
import { inflate } from "../../../Sources/Trace/Page/Page/scripts/model/ChunkSource.js";
import { Profile } from "../../../Sources/Trace/Page/Page/scripts/model/Profile.js";
import { flameLayout } from "../../../Sources/Trace/Page/Page/scripts/profile/flameLayout.js";
import { KERNEL_FRAME, flameTree, hitCount, hotFunctions }
  from "../../../Sources/Trace/Page/Page/scripts/profile/flameTree.js";
import { makeProfile } from "./SampleProfile.mjs";
import { SampleProgram } from "./SampleProgram.mjs";

const program = new SampleProgram({ spans: 4_000, seed: 5, processes: 2, threads: 2, stores: 3 });
const { samples, bytes } = makeProfile(program);
const profile = new Profile(await inflate(bytes));

const nameOf = (frame) => profile.frames[frame]?.text ?? "";
const texts = (selected) => selected.stacks.flatMap((stack) => {
  const text = profile.framesOf(stack).map((frame) => profile.frames[frame].text).join(";");
  return Array(stack.count).fill(text);
}).sort();
const expected = (chosen, outerOf = () => 0) => chosen.map((sample) =>
  sample.stack.slice(outerOf(sample)).map(({ text }) => text).join(";")).sort();

test("all samples are there, each with its stack", () => {
  const selected = profile.select({ kind: "all" });
  assert.equal(selected.count, samples.length);
  assert.equal(selected.time, samples.length * 1_001_001);
  assert.deepEqual(texts(selected), expected(samples));
  const kinds = new Set(samples.map(({ stack }) => JSON.stringify(stack)));
  assert.equal(selected.stacks.length, kinds.size);
});

test("a stretch of time has its samples", () => {
  const from = samples[500].time;
  const to = samples[1200].time;
  const selected = profile.select({ kind: "range", from, to });
  const inside = samples.filter(({ time }) => time >= from && time < to);
  assert.ok(inside.length > 400);
  assert.deepEqual(texts(selected), expected(inside));
});

test("a span has its samples and those of what is nested in it, below itself", () => {
  const chosen = new Map(samples.flatMap(({ spans }) =>
    spans.map((span) => [`${span.process} ${span.id}`, span])));
  let nested = 0;
  for (const span of [...chosen.values()].slice(0, 200)) {
    const placeIn = (sample) => sample.spans.findIndex((other) =>
      other.id === span.id && other.process === span.process);
    const inside = samples.filter((sample) => placeIn(sample) >= 0);
    if (inside.some((sample) => placeIn(sample) > 0)) nested += 1;
    const { kind, process, id } = span;
    const selected = profile.select({ kind: "span", span: { kind, process, id } });
    assert.deepEqual(texts(selected), expected(inside, placeIn));
  }
  assert.ok(nested > 10);
  const none = profile.select({ kind: "span", span: { kind: "effect", process: 0, id: 1n } });
  assert.equal(none.count, 0);
});

test("a row has the samples of all its spans, from the outermost on", () => {
  const names = new Map(samples.flatMap(({ spans }) =>
    spans.map(({ prefix, name }) => [`${prefix} ${name}`, { prefix, name }])));
  for (const { prefix, name } of names.values()) {
    const placeIn = (sample) => sample.spans.findIndex((other) =>
      other.prefix === prefix && other.name === name);
    const selected = profile.select({ kind: "series", match: { kind: "action", prefix, name } });
    assert.deepEqual(
      texts(selected), expected(samples.filter((sample) => placeIn(sample) >= 0), placeIn));
  }
});

test("a tree adds up, and has the kernel as one frame unless asked", () => {
  const { stacks, count } = profile.select({ kind: "all" });
  const inKernel = samples.filter(({ stack }) => stack[stack.length - 1].kind === "kernel").length;
  assert.ok(inKernel > 100);
  for (const hasKernel of [false, true]) {
    const root = flameTree(profile, stacks, { hasKernel });
    assert.equal(root.total, count);
    let self = 0;
    const rest = [root];
    for (let node = rest.pop(); node; node = rest.pop()) {
      self += node.self;
      const inner = node.children.reduce((sum, child) => sum + child.total, 0);
      assert.equal(node.total, node.self + inner);
      assert.deepEqual(
        node.children.map(({ total }) => total),
        node.children.map(({ total }) => total).sort((one, other) => other - one));
      if (node.frame === KERNEL_FRAME) assert.equal(node.children.length, 0);
      rest.push(...node.children);
    }
    assert.equal(self, count);
    const isKernel = (frame) => frame === KERNEL_FRAME || profile.frames[frame].kind === "kernel";
    assert.equal(hitCount(root, isKernel), inKernel);
    assert.equal(
      hotFunctions(root, nameOf).some(({ frame }) => frame === KERNEL_FRAME), !hasKernel);
  }
});

test("a function that calls itself counts once in its total", () => {
  const root = flameTree(profile, profile.select({ kind: "all" }).stacks, { hasKernel: true });
  for (const { frame, self, total } of hotFunctions(root, nameOf)) {
    const { text, kind } = profile.frames[frame];
    const has = ({ stack }) => stack.some((other) => other.text === text && other.kind === kind);
    assert.equal(total, samples.filter(has).length, text);
    const own = ({ stack }) => stack[stack.length - 1].text === text;
    assert.equal(self, samples.filter(own).length, text);
  }
  assert.ok(samples.some(({ stack }) => new Set(stack).size < stack.length));
});

test("the hottest functions come first, and those as hot by their names", () => {
  const root = flameTree(profile, profile.select({ kind: "all" }).stacks, { hasKernel: true });
  const names = new Map();
  const found = hotFunctions(root, (frame) => {
    // The reverse of the order in which the frames are in the profile.
    names.set(frame, String(1_000_000 - frame));
    return names.get(frame);
  });
  let ties = 0;
  for (const [place, { frame, self, total }] of found.entries()) {
    const next = found[place + 1];
    if (!next) break;
    assert.ok(self > next.self || self === next.self && total >= next.total);
    if (self !== next.self || total !== next.total) continue;
    ties += 1;
    assert.ok(names.get(frame) < names.get(next.frame));
  }
  assert.ok(ties > 0);
});

test("a layout has what is wide enough, within what is above it", () => {
  const root = flameTree(profile, profile.select({ kind: "all" }).stacks);
  for (const zoomed of [root, root.children[0], root.children[0].children[0]]) {
    const boxes = flameLayout(zoomed, 900);
    const byNode = new Map(boxes.map((box) => [box.node, box]));
    assert.equal(byNode.get(zoomed).width, 900);
    for (const { node, x, width, row } of boxes) {
      assert.equal(row, node.depth);
      assert.ok(width >= 1);
      if (node.depth <= zoomed.depth) continue;
      const parent = byNode.get(node.parent);
      assert.ok(x >= parent.x && x + width <= parent.x + parent.width + 1e-6);
      assert.ok(Math.abs(width - node.total / zoomed.total * 900) < 1e-6);
    }
  }
});
