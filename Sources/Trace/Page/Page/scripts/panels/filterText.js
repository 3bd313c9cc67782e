import { formatSince, visibleText } from "../state/format.js";

/** @typedef {import("../model/Head.js").HeadFilter} HeadFilter */

/**
 * Returns the conditions of a filter, for example “name load* or save, from +10.0 s on”.
 *
 * @param {HeadFilter} filter
 */
export function filterText({ names, prefixes, processes, hosts, from, to }) {
  const patterns = [
    ["name", names], ["prefix", prefixes], ["process", processes], ["host", hosts],
  ];
  const conditions = patterns.filter(([, texts]) => texts !== undefined).map(
    ([what, texts]) => `${what} ${[.../** @type {string[]} */ (texts)].join(" or ")}`);
  if (from !== undefined) conditions.push(`from ${formatSince(from)} on`);
  if (to !== undefined) conditions.push(`until ${formatSince(to)}`);
  return visibleText(conditions.join(", "));
}
