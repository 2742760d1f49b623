import { FileWindow } from './file-window.js';

const HEAD_BYTES = 13;
const END = 0x3b;
const EXTENSION = 0x21;
const FRAME = 0x2c;

/**
 * Returns whether a GIF is complete. Its decoder silently takes a truncated one for a shorter
 * animation.
 */
export function isWholeGif(path: string): Promise<boolean> {
  return FileWindow.over(path, async (file) => {
    const byteAt = async (at: number) => (await file.upTo(at, 1))[0];
    const head = await file.upTo(0, HEAD_BYTES);
    for (let at = HEAD_BYTES + coloursOf(head[10]); ;) {
      const kind = await byteAt(at);
      if (kind === END) return true;
      if (kind === EXTENSION) at += 2;
      else if (kind === FRAME) at += 11 + coloursOf(await byteAt(at + 9));
      else return false;
      // Sub-blocks with a length prefix follow, until an empty one.
      for (let length = await byteAt(at); length !== 0; length = await byteAt(at)) {
        if (length === undefined) return false;
        at += 1 + length;
      }
      at += 1;
    }
  });
}

/** Size of a colour table, if these flags announce one. */
function coloursOf(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
