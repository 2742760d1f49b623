import { describe, expect, it } from '@jest/globals';

import { foldedPieces } from './text-fold';
import { linkPieces } from './text-links';

const folded = (text: string) =>
  foldedPieces(linkPieces(text))
    ?.map((piece) => piece.text)
    .join('');

describe('foldedPieces', () => {
  it('returns undefined for a text of ordinary length', () => {
    expect(folded('Ninety-third minute. No voice left.')).toBeUndefined();
    expect(folded('word '.repeat(120))).toBeUndefined();
    expect(folded('')).toBeUndefined();
  });

  it('cuts between words', () => {
    const text = 'seven77 '.repeat(200);

    expect(folded(text)).toMatch(/^(seven77 )+seven77…$/);
  });

  it('cuts many short lines', () => {
    const text = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');

    expect(folded(text)?.split('\n')).toHaveLength(10);
  });

  it('never cuts a surrogate pair', () => {
    expect(folded(`x${'😀'.repeat(1000)}`)?.isWellFormed()).toBe(true);
  });

  it('shows a link whole or not at all', () => {
    const address = `https://a.example/${'path'.repeat(50)}`;
    const pieces = foldedPieces(
      linkPieces(`${'word '.repeat(90)}${address} ${'end '.repeat(200)}`),
    );

    for (const piece of pieces ?? []) {
      if (piece.href !== undefined) expect(piece.text).toBe(address);
    }
    expect(pieces?.some(({ text }) => text.includes('https') && text !== address)).toBe(false);
  });
});
