import { describe, expect, it } from '@jest/globals';

import { toDeliveryMoment } from './delivery-moment.js';

const AT_MS = 1_000_000;

describe('toDeliveryMoment', () => {
  const match = { id: 'm1', at: new Date(AT_MS) };
  const team = { kind: 'team', match } as const;
  const comment = { kind: 'comment', match } as const;
  const seen = (mode: 'delayed' | 'replay' | 'hidden', leftMs: number) => ({
    mode,
    untilMs: AT_MS - leftMs,
  });

  it('delivers at once without a match or when the fan has seen the event', () => {
    expect(toDeliveryMoment({ kind: 'like' }, seen('hidden', 10_000))).toEqual({ now: true });
    expect(toDeliveryMoment(team, undefined)).toEqual({ now: true });
    expect(toDeliveryMoment(team, seen('delayed', 0))).toEqual({ now: true });
  });

  it('waits for the delay of the viewpoint, at most five seconds at a time', () => {
    expect(toDeliveryMoment(team, seen('delayed', 3_000))).toEqual({ afterMs: 3_000 });
    expect(toDeliveryMoment(team, seen('delayed', 45_000))).toEqual({ afterMs: 5_000 });
  });

  it('waits for a replay as if it played eight times as fast', () => {
    expect(toDeliveryMoment(comment, seen('replay', 8_000))).toEqual({ afterMs: 1_000 });
  });

  it('never delivers events of a hidden or replayed match', () => {
    expect(toDeliveryMoment(team, seen('hidden', 1))).toEqual({ never: true });
    expect(toDeliveryMoment(team, seen('replay', 1))).toEqual({ never: true });
    expect(toDeliveryMoment({ kind: 'match', match }, seen('hidden', 1))).toEqual({ never: true });
  });

  it('delivers notifications from other fans at once while the match is hidden', () => {
    expect(toDeliveryMoment(comment, seen('hidden', 1))).toEqual({ now: true });
  });
});
