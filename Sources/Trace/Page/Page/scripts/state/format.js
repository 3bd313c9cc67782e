// Numbers and texts in the format of the report.

/**
 * Returns a duration with three significant digits, for example “12.3 µs”.
 *
 * @param {number} nanoseconds
 * @returns {string}
 */
export function formatDuration(nanoseconds) {
  if (!Number.isFinite(nanoseconds)) return "–";
  if (nanoseconds < 0) return `−${formatDuration(-nanoseconds)}`;
  if (nanoseconds < 1000 && Number.isInteger(nanoseconds)) return `${nanoseconds} ns`;
  let value = nanoseconds;
  for (const unit of ["ns", "µs", "ms", "s"]) {
    // A value that rounds to 1000 uses the next unit.
    if (value < 999.5) return `${formatSignificant(value)} ${unit}`;
    value /= 1000;
  }
  return `${formatCount(Math.round(value * 1000))} s`;
}

/**
 * Returns a time since the first event, for example “+12.3 ms”, or “−30.7 s” for a time before it.
 *
 * @param {number} nanoseconds
 */
export function formatSince(nanoseconds) {
  return `${nanoseconds < 0 ? "" : "+"}${formatDuration(nanoseconds)}`;
}

/**
 * Returns a time since the first event in seconds with nanoseconds, for example “12.000345678”.
 *
 * @param {number} nanoseconds
 */
export function formatTime(nanoseconds) {
  const whole = Math.abs(Math.round(nanoseconds));
  const fraction = String(whole % 1e9).padStart(9, "0");
  return `${nanoseconds < 0 ? "−" : ""}${Math.floor(whole / 1e9)}.${fraction}`;
}

/**
 * Returns a number with separators between thousands.
 *
 * @param {number} count
 */
export function formatCount(count) {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Returns a part from 0 to 1 as a percentage, for example “12.3 %”.
 *
 * @param {number} part
 */
export function formatPercent(part) {
  return Number.isFinite(part) ? `${(Math.round(part * 1000) / 10).toFixed(1)} %` : "–";
}

/**
 * Replaces characters that are invisible or change the writing direction.
 *
 * @param {string} text
 */
export function visibleText(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}

/**
 * Returns a wrapper's prefix and a name as in the report: “[counter] incrementButtonTapped”.
 *
 * @param {string} prefix
 * @param {string} name
 */
export function displayName(prefix, name) {
  const text = name === "" ? "(no name)" : visibleText(name);
  return prefix === "" ? text : `[${visibleText(prefix)}] ${text}`;
}

/** @param {number} value */
function formatSignificant(value) {
  const digits = value < 0.9995 ? 3 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  const scale = 10 ** digits;
  // Rounds half up like the report. `toFixed` alone would not, for example for 17.65.
  return (Math.round(value * scale) / scale).toFixed(digits);
}
