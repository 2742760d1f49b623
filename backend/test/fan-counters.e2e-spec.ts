import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { countDays } from '../src/common/mongo/migrations/count-days.js';
import { anAdmin, as, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { manyFans } from './support/many-fans.js';
import { operationsOf } from './support/operations.js';

const FEW = 500;
/** `npm run counters -- 100000` runs this test with more fans. */
const MANY = Number(process.env['KICKOFF_COUNTERS'] ?? 2_000);
const INSERT_BATCH = 500;
const DAY_MS = 24 * 60 * 60_000;
const START = Date.UTC(2026, 0, 1);

/** This many of every thousand fans match the rare search. */
const RARE = 2;

describe('database cost of the admin fan list', () => {
  let kickoff: KickOff;
  let boss: Caller;
  let count = 0;

  beforeAll(async () => {
    kickoff = await startKickOff();
    boss = await anAdmin(kickoff);
  });
  afterAll(() => kickoff.stop());

  async function fillUpTo(wanted: number): Promise<void> {
    while (count < wanted) {
      const first = count;
      count = Math.min(wanted, first + INSERT_BATCH);
      await manyFans(kickoff, count - first, (at) => {
        const number = first + at;
        const name = number < FEW && number % FEW < RARE ? 'quetzal' : 'supporter';
        return {
          username: `${name} ${number}`,
          email: `${name}.${number}@fans.example`,
          phone: `+44 20 ${String(7_000_000 + number * 13)}`,
          createdAt: new Date(START + (number % 300) * DAY_MS),
          lastSeenAt: new Date(START + (number % 250) * DAY_MS),
          counts: { friends: 0, followers: 0, posts: number % 7 },
        };
      });
    }
    await countDays(kickoff.connection.getClient().db(kickoff.connection.name));
    await kickoff.connection.db?.command({ planCacheClear: 'users' });
  }
  const examinedBy = async (address: string) => {
    const call = () => as(kickoff, boss).get(address).expect(200);
    const operations = (await operationsOf(kickoff, call)).filter(({ collection }) =>
      ['users', 'counters'].includes(collection),
    );
    expect(operations.length).toBeGreaterThan(0);
    for (const { collection, plan } of operations) {
      expect({ address, collection, plan }).toEqual({
        address,
        collection,
        plan: expect.not.stringContaining('COLLSCAN'),
      });
    }
    return operations.reduce((sum, { examined }) => sum + examined.documents, 0);
  };
  const afterTen = async (query: string) => {
    const answer = await as(kickoff, boss).get(`/api/admin/users?limit=10&${query}`).expect(200);
    return /<(.*)>/.exec(answer.headers['link'] ?? '')?.[1] ?? '';
  };

  it('does not depend on the number of fans', async () => {
    const asked = ['createdAt', '-lastSeenAt', 'username', '-postsCount', 'phone', '-userId'].map(
      (sort) => `sort=${sort}`,
    );
    const costs = async () => {
      const all: Record<string, number> = {};
      for (const query of asked) {
        all[query] = await examinedBy(`/api/admin/users?limit=10&${query}`);
        all[`${query}, later`] = await examinedBy(await afterTen(query));
      }
      all['a rare part'] = await examinedBy('/api/admin/users?limit=10&q=uetzal');
      all['no part of anyone'] = await examinedBy('/api/admin/users?limit=10&q=zzzz');
      return all;
    };

    await fillUpTo(FEW);
    const few = await costs();
    await fillUpTo(MANY);
    const many = await costs();

    expect(many).toEqual(few);
    expect(many['a rare part']).toBe(RARE);
    expect(many['no part of anyone']).toBe(0);
    // A page, one row more for the next link, and the year's row of the total.
    for (const cost of Object.values(many)) expect(cost).toBeLessThanOrEqual(12);
  }, 600_000);
});
