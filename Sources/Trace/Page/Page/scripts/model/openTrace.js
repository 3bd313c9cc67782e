import { InlineSource, ServedSource } from "./ChunkSource.js";
import { DATA_VERSION } from "./Head.js";
import { Trace } from "./Trace.js";

/**
 * Opens the data of a page.
 *
 * @param {Document} document
 * @returns {Promise<Trace>}
 */
export async function openTrace(document) {
  const meta = document.querySelector('meta[name="signpost-data"]');
  const isInline = meta?.getAttribute("content") === "inline";
  const source = isInline ? new InlineSource(document) : new ServedSource(document);
  const head = await source.readHead();
  if (head.version !== DATA_VERSION) {
    throw new Error(
      `The data has version ${head.version}, and this page reads version ${DATA_VERSION}. `
        + "Export the trace again.");
  }
  return new Trace(head, source);
}
