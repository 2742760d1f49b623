import { createSecretKey, randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';

import { makePushKeys } from '../config/push-keys.js';
import { InvalidInput } from '../errors/coded-errors.js';
import { Cursors } from './cursors.js';

const key = createSecretKey(randomBytes(32));
const cursors = new Cursors({ fan: key, admin: key, cursor: key, mail: key, push: makePushKeys() });

/** Small numbers that look random and are the same at every run. */
function* numbers(): Generator<number, never> {
  let state = 42;
  for (;;) yield (state = (state * 48_271) % 2_147_483_647);
}
const chance = numbers();
const anId = () =>
  Array.from({ length: 24 }, () => (chance.next().value % 16).toString(16)).join('');
const places = Array.from({ length: 200 }, () => ({
  at: new Date(chance.next().value * 1_000 + (chance.next().value % 1_000)),
  id: anId(),
}));

describe('cursors', () => {
  it('come back as the place they were made of', () => {
    for (const place of places) {
      expect(cursors.decode('feed', cursors.encode('feed', place))).toEqual(place);
    }
  });

  it('are refused with any one character changed, left out or added', () => {
    for (const place of places) {
      const cursor = cursors.encode('feed', place);
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

  it('of one list are refused by another', () => {
    for (const place of places) {
      expect(() => cursors.decode('author:a', cursors.encode('feed', place))).toThrow(InvalidInput);
    }
  });

  it.each(['', '.', '..', 'a.b.c', 'é.ü.ö', '\ud800'])('are refused where it is %j', (text) => {
    expect(() => cursors.decode('feed', text)).toThrow(InvalidInput);
  });
});
