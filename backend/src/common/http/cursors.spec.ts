import { createSecretKey, randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { makePushKeys } from '../config/push-keys.js';
import { InvalidInput } from '../errors/coded-errors.js';
import { Cursors } from './cursors.js';

const key = createSecretKey(randomBytes(32));
const cursors = new Cursors({ fan: key, admin: key, cursor: key, mail: key, push: makePushKeys() });

/** Pseudo-random numbers, the same in every run. */
function* numbers(): Generator<number, never> {
  let state = 42;
  for (;;) yield (state = (state * 48_271) % 2_147_483_647);
}
const chance = numbers();
const anId = () =>
  Array.from({ length: 24 }, () => (chance.next().value % 16).toString(16)).join('');
const positions = Array.from({ length: 200 }, () => ({
  at: new Date(chance.next().value * 1_000 + (chance.next().value % 1_000)),
  id: anId(),
}));

describe('Cursors', () => {
  it('decodes a cursor to the position it was encoded from', () => {
    for (const position of positions) {
      expect(cursors.decode('feed', cursors.encode('feed', position))).toEqual(position);
    }
  });

  it('rejects a cursor with any one character changed, removed or added', () => {
    for (const position of positions) {
      const cursor = cursors.encode('feed', position);
      const at = chance.next().value % cursor.length;
      const other = cursor[at] === 'x' ? 'y' : 'x';
      for (const forged of [
        cursor.slice(0, at) + other + cursor.slice(at + 1),
        cursor.slice(0, at) + cursor.slice(at + 1),
        cursor.slice(0, at) + other + cursor.slice(at),
        `${cursor}.`,
      ]) {
        expect(() => cursors.decode('feed', forged)).toThrow(InvalidInput);
      }
    }
  });

  it('rejects a cursor of another list', () => {
    for (const position of positions) {
      expect(() => cursors.decode('author:a', cursors.encode('feed', position))).toThrow(
        InvalidInput,
      );
    }
  });

  it.each(['', '.', '..', 'a.b.c', 'é.ü.ö', '\ud800'])('rejects %j as a cursor', (text) => {
    expect(() => cursors.decode('feed', text)).toThrow(InvalidInput);
  });
});
