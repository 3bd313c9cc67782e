// Declarations of browsers that this version of TypeScript lacks.

declare class DecompressionStream {
  constructor(format: "deflate-raw");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

interface CanvasRenderingContext2D {
  roundRect(x: number, y: number, width: number, height: number, radius: number): void;
}
