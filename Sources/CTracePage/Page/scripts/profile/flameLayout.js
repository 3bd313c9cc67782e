/** @typedef {import("./flameTree.js").FlameNode} FlameNode */
/** @typedef {{node: FlameNode, x: number, width: number, row: number}} FlameBox */

/** What is narrower is not drawn. */
const NARROWEST_FRAME = 1;
/** What is deeper is not drawn: a canvas cannot be of any height. */
const MOST_ROWS = 400;

/**
 * Where frames are drawn: those around the zoomed one over the whole width, those in it below.
 *
 * @param {FlameNode} zoomed
 * @param {number} width
 * @returns {FlameBox[]} row by row, from the left to the right
 */
export function flameLayout(zoomed, width) {
  /** @type {FlameBox[]} */
  const boxes = [];
  const around = [];
  for (let node = zoomed.parent; node; node = node.parent) around.push(node);
  for (const node of around.reverse()) boxes.push({ node, x: 0, width, row: node.depth });
  let row = [{ node: zoomed, x: 0, width, row: zoomed.depth }];
  const scale = zoomed.total > 0 ? width / zoomed.total : 0;
  while (row.length > 0 && row[0].row < MOST_ROWS) {
    boxes.push(...row);
    /** @type {FlameBox[]} */
    const next = [];
    for (const box of row) {
      let x = box.x;
      for (const node of box.node.children) {
        const size = node.total * scale;
        if (size >= NARROWEST_FRAME) next.push({ node, x, width: size, row: node.depth });
        x += size;
      }
    }
    row = next;
  }
  return boxes;
}
