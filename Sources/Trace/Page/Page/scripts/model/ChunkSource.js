/**
 * The source of the head and the chunks.
 *
 * @typedef {{
 *   readHead: () => Promise<any>,
 *   readChunk: (index: number) => Promise<Uint8Array>
 * }} ChunkSource
 */

/** Reads data that is embedded in the page. */
export class InlineSource {
  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
  }

  #document;

  async readHead() {
    const bytes = await inflate(this.#decode("head"));
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  /** @param {number} index */
  async readChunk(index) {
    return inflate(this.#decode(`chunk-${index}`));
  }

  /** @param {string} id */
  #decode(id) {
    const element = this.#document.getElementById(id);
    if (!element) throw new Error(`The page has no data “${id}”. Was the file cut off?`);
    return decodeBase64(element.textContent ?? "");
  }
}

/** Requests data from the server of the page. */
export class ServedSource {
  /** @param {Document} document */
  constructor(document) {
    this.#document = document;
  }

  #document;

  async readHead() {
    return (await this.#fetch("head")).json();
  }

  /** @param {number} index */
  async readChunk(index) {
    const response = await this.#fetch(`chunks/${index}`);
    return inflate(new Uint8Array(await response.arrayBuffer()));
  }

  /** @param {string} path */
  async #fetch(path) {
    const address = new URL(path, this.#document.baseURI);
    // The query of the page's URL also authorizes requests for its data.
    address.search = this.#document.location.search;
    const response = await fetch(address);
    if (!response.ok) {
      throw new Error(`The server answered ${response.status} when asked for “${path}”.`);
    }
    return response;
  }
}

/**
 * Decompresses raw DEFLATE.
 *
 * @param {Uint8Array} bytes
 */
export async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** @param {string} text */
function decodeBase64(text) {
  const characters = atob(text.trim());
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
