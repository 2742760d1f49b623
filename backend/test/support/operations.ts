import { expect } from '@jest/globals';

import type { KickOff } from './kickoff.js';

/** One operation as the database's own profiler saw it. */
export interface Operation {
  collection: string;
  examined: { documents: number; keys: number };
  plan: string;
  sorted: boolean;
  returned: number;
}

/** Housekeeping that does not grow with what a call asks: the session's row, counts sent once a second, and what runs by the clock. */
const APART = ['sessions', 'limit_counters', 'account_removals'];

/** What the database did for one call, in the order of the collections. */
export async function operationsOf(
  kickoff: Pick<KickOff, 'connection'>,
  call: () => PromiseLike<unknown>,
): Promise<Operation[]> {
  const db = kickoff.connection.getClient().db(kickoff.connection.name);
  await db.command({ profile: 0 });
  await db.collection('system.profile').drop();
  await db.command({ profile: 2 });
  await call();
  await db.command({ profile: 0 });
  const seen = await db.collection('system.profile').find().toArray();
  return seen
    .map((entry) => {
      expect(JSON.stringify(entry['command'] ?? {})).not.toMatch(/\$lookup|"skip"|\$where/);
      return {
        collection: String(entry['ns']).split('.').slice(1).join('.'),
        examined: {
          documents: Number(entry['docsExamined'] ?? 0),
          keys: Number(entry['keysExamined'] ?? 0),
        },
        plan: String(entry['planSummary'] ?? ''),
        sorted: entry['hasSortStage'] === true,
        returned: Number(entry['nreturned'] ?? 0),
      };
    })
    .filter(({ collection }) => !APART.includes(collection) && !collection.startsWith('system'))
    .sort((one, other) => one.collection.localeCompare(other.collection));
}
