/** @typedef {import("./flameTree.js").FlameNode} FlameNode */
/** @typedef {{node: FlameNode, x: number, width: number, row: number}} FlameBox */

/** The minimum width of a drawn box. */
const NARROWEST_FRAME = 1;
/** The maximum depth of a drawn box, as the height of a canvas is limited. */
const MOST_ROWS = 400;

/**
 * Returns boxes: ancestors of the zoomed frame over the whole width, its callees below.
 *
 * @param {FlameNode} zoomed
 * @param {number} width
 * @returns {FlameBox[]} row by row, from left to right
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
