const UNITS = /** @type {[number, string][]} */ ([[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]]);

/**
 * Returns a round distance between marks: 1, 2 or 5 times a power of ten.
 *
 * @param {number} atLeast nanoseconds
 */
export function timeStep(atLeast) {
  const power = 10 ** Math.floor(Math.log10(Math.max(atLeast, 1)));
  for (const factor of [1, 2, 5]) if (power * factor >= atLeast) return power * factor;
  return power * 10;
}

/**
 * Returns the label of a mark. All marks have the same unit, and enough digits to be distinct.
 *
 * @param {number} time nanoseconds
 * @param {number} step between marks
 * @param {number} largest time among the marks
 */
export function timeMark(time, step, largest) {
  const [unit, word] = UNITS.find(([size]) => Math.max(largest, step) >= size) ?? [1, "ns"];
  const digits = Math.max(0, Math.ceil(Math.log10(unit / step) - 1e-9));
  const [whole, fraction] = Math.abs(time / unit).toFixed(digits).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const sign = time < 0 && time / unit !== 0 ? "−" : "";
  return `${sign}${grouped}${fraction ? `.${fraction}` : ""} ${word}`;
}
