import { aRow } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { excerptOf } from './excerpt';

const table = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name, index) =>
  aRow(name, { position: index + 1 }),
);
const namesIn = (...clubs: string[]) =>
  excerptOf(table, clubs).map((run) => run.map(({ team }) => team.name).join(''));

describe('excerptOf', () => {
  it('returns each club with its neighbours', () => {
    expect(namesIn('b', 'g')).toEqual(['ABC', 'FGH']);
  });

  it('joins clubs that are close to one run', () => {
    expect(namesIn('c', 'e')).toEqual(['BCDEF']);
    expect(namesIn('a', 'b')).toEqual(['ABC']);
  });

  it('returns nothing for clubs that are not in the table', () => {
    expect(namesIn('z')).toEqual([]);
  });
});
