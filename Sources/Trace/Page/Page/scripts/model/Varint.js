/**
 * Decodes variable-length integers below 2^53.
 *
 * @param {Uint8Array} bytes
 * @param {number} offset of the first integer
 * @param {{length: number, [index: number]: number}} values receives the integers
 * @returns {number} the offset after the last integer
 */
export function decodeVarints(bytes, offset, values) {
  const count = values.length;
  for (let index = 0; index < count; index += 1) {
    let byte = bytes[offset++];
    if (byte < 128) {
      values[index] = byte;
      continue;
    }
    let value = byte & 127;
    let scale = 128;
    do {
      byte = bytes[offset++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    values[index] = value;
  }
  return offset;
}

/** Decodes variable-length integers one by one. */
export class VarintReader {
  /**
   * @param {Uint8Array} bytes
   * @param {number} [offset]
   */
  constructor(bytes, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  /** Decodes the next integer, which must be below 2^53. */
  number() {
    let value = 0;
    let scale = 1;
    let byte;
    do {
      byte = this.bytes[this.offset++];
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte >= 128);
    return value;
  }

  /** Decodes the next integer of any size. */
  bigint() {
    // Most integers are short: a number suffices for up to seven bytes.
    let low = 0;
    let scale = 1;
    for (let count = 0; count < 7; count += 1) {
      const byte = this.bytes[this.offset++];
      low += (byte & 127) * scale;
      if (byte < 128) return BigInt(low);
      scale *= 128;
    }
    let value = BigInt(low);
    let shift = 49n;
    let byte;
    do {
      byte = this.bytes[this.offset++];
      value |= BigInt(byte & 127) << shift;
      shift += 7n;
    } while (byte >= 128);
    return value;
  }

  /** Decodes the next signed integer of any size. */
  signed() {
    return unfoldSign(this.bigint());
  }
}

/**
 * Decodes a zigzag integer, whose least significant bit is the sign.
 *
 * @param {bigint} value
 */
export function unfoldSign(value) {
  return value & 1n ? -((value + 1n) >> 1n) : value >> 1n;
}
