import type { Types } from 'mongoose';

import type { KickOff } from './kickoff.js';
import { manyFans } from './many-fans.js';

const DAY_MS = 24 * 60 * 60_000;
const START_MS = Date.parse('2026-03-01T00:00:00.000Z');

/** The time this many days after the first of them registered. */
export const daysLater = (days: number) => new Date(START_MS + days * DAY_MS);

/** 40 fans; some share a time, a phone number or a number of posts. */
export function walkingFans(kickoff: KickOff): Promise<Types.ObjectId[]> {
  return manyFans(kickoff, 40, (at) => ({
    username: `walk ${String((at * 7) % 40).padStart(2, '0')}`,
    userId: 2_000 + at,
    email: `w${(at * 11) % 40}@walk.example`,
    phone: `+49 30 ${900_000 + (at % 5)}`,
    createdAt: daysLater(Math.floor(at / 4)),
    ...(at % 3 === 0 ? {} : { lastSeenAt: daysLater(100 + (at % 6)) }),
    counts: { friends: 0, followers: 0, posts: at % 4 },
  }));
}
