/** pdf.js makes one of these while it loads, for drawing. We never draw, and the native canvas may not load here. */
class NothingToDraw {}

Object.assign(globalThis, { DOMMatrix: NothingToDraw, ImageData: NothingToDraw, Path2D: NothingToDraw });
