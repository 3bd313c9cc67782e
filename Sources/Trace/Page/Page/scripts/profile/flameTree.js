/** @typedef {import("../model/Profile.js").Profile} Profile */
/** @typedef {import("../model/Profile.js").SampledStack} SampledStack */
/**
 * A frame below its caller, with its samples.
 *
 * @typedef {{
 *   frame: number, depth: number, self: number, total: number, children: FlameNode[],
 *   parent: FlameNode|null
 * }} FlameNode
 */

/** The number of the frame for all functions of the kernel. */
export const KERNEL_FRAME = -2;
/** The number of the frame for all samples. */
export const ROOT_FRAME = -1;

/**
 * Merges stacks into a tree by their common frames, those with the most samples first.
 *
 * @param {Profile} profile
 * @param {SampledStack[]} stacks
 * @param {{hasKernel?: boolean}} options `hasKernel` keeps the functions of the kernel separate
 * @returns {FlameNode}
 */
export function flameTree(profile, stacks, { hasKernel = false } = {}) {
  /** @type {FlameNode} */
  const root = { frame: ROOT_FRAME, depth: 0, self: 0, total: 0, children: [], parent: null };
  /** @type {Map<FlameNode, Map<number, FlameNode>>} */
  const places = new Map();
  /**
   * @param {FlameNode} parent
   * @param {number} frame
   */
  const childOf = (parent, frame) => {
    let known = places.get(parent);
    if (!known) places.set(parent, (known = new Map()));
    let child = known.get(frame);
    if (!child) {
      child = { frame, depth: parent.depth + 1, self: 0, total: 0, children: [], parent };
      known.set(frame, child);
      parent.children.push(child);
    }
    return child;
  };
  for (const stack of stacks) {
    let node = root;
    node.total += stack.count;
    for (const frame of profile.framesOf(stack)) {
      const isKernel = !hasKernel && profile.frames[frame].kind === "kernel";
      node = childOf(node, isKernel ? KERNEL_FRAME : frame);
      node.total += stack.count;
      if (isKernel) break;
    }
    node.self += stack.count;
  }
  // Ties are broken by the number of the frame, for the same order each time.
  for (const node of places.keys()) {
    node.children.sort((one, other) => other.total - one.total || one.frame - other.frame);
  }
  return root;
}

/**
 * Returns the functions of a tree by their samples. The total counts a sample once, even if the
 * function is recursive.
 *
 * @param {FlameNode} root
 * @param {(frame: number) => string} nameOf
 * @returns {{frame: number, self: number, total: number}[]} in the order of `signpost report
 *   --functions`: by self samples and by all samples, descending, and by name
 */
export function hotFunctions(root, nameOf) {
  /** @type {Map<number, {frame: number, self: number, total: number}>} */
  const found = new Map();
  /** @type {Map<number, number>} */
  const open = new Map();
  // A list of starts and ends of nodes instead of recursion: trees can be deeper than the call
  // stack.
  /** @type {{node: FlameNode, isEnd: boolean}[]} */
  const rest = root.children.map((node) => ({ node, isEnd: false }));
  for (let step = rest.pop(); step; step = rest.pop()) {
    const { frame, self, total, children } = step.node;
    const around = open.get(frame) ?? 0;
    if (step.isEnd) {
      open.set(frame, around - 1);
      continue;
    }
    let entry = found.get(frame);
    if (!entry) found.set(frame, (entry = { frame, self: 0, total: 0 }));
    entry.self += self;
    if (around === 0) entry.total += total;
    open.set(frame, around + 1);
    rest.push({ node: step.node, isEnd: true });
    for (const node of children) rest.push({ node, isEnd: false });
  }
  /** @param {{frame: number}} one @param {{frame: number}} other */
  const byName = (one, other) => {
    const [name, otherName] = [nameOf(one.frame), nameOf(other.frame)];
    return name < otherName ? -1 : name > otherName ? 1 : one.frame - other.frame;
  };
  return [...found.values()].sort((one, other) =>
    other.self - one.self || other.total - one.total || byName(one, other));
}

/**
 * Returns the share of samples with a matching frame in their stack.
 *
 * @param {FlameNode} root
 * @param {(frame: number) => boolean} isHit
 */
export function hitCount(root, isHit) {
  let count = 0;
  const rest = [root];
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.frame !== ROOT_FRAME && isHit(node.frame)) count += node.total;
    else rest.push(...node.children);
  }
  return count;
}
