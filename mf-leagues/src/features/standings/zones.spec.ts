import { aRow } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { zoneKey } from './zones';

const ucl = { kind: 'ucl', name: 'Champions League' } as const;
const relegation = { kind: 'relegation', name: 'Relegation' } as const;

describe('zoneKey', () => {
  it('lists the positions of each zone, without the middle', () => {
    const table = [
      aRow('A', { position: 1, zone: ucl }),
      aRow('B', { position: 2, zone: ucl }),
      aRow('C', { position: 3 }),
      aRow('D', { position: 4, zone: relegation }),
    ];

    expect(zoneKey(table)).toEqual([
      { zone: ucl, from: 1, to: 2 },
      { zone: relegation, from: 4, to: 4 },
    ]);
  });
});
