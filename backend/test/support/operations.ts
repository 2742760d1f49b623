import { expect, jest } from '@jest/globals';

import { Jobs } from '../../src/common/jobs/jobs.js';
import { NotificationsService } from '../../src/notifications/notifications.service.js';
import type { KickOff } from './kickoff.js';

/** One operation in the database's profiler. */
export interface Operation {
  collection: string;
  examined: { documents: number; keys: number };
  plan: string;
  sorted: boolean;
  returned: number;
}

const PROFILE_BYTES = 32 * 1024 * 1024;

/** Not part of a request's cost: the session's row and timers. */
const APART = [
  'account_removals',
  'bulk_acts',
  'demo_calendar',
  'football_corrections',
  'football_snapshots',
  'leases',
  'limit_counters',
  'media_files',
  'notification_fanouts',
  'deleted_posts',
  'moderated_posts',
  'sessions',
  'stuck_items',
];

/**
 * Excludes notifications written after the response: they are not part of a request's cost, and
 * have their own tests.
 */
export function withoutNotifications({ app }: Pick<KickOff, 'app'>): void {
  jest.spyOn(app.get(NotificationsService, { strict: false }), 'notify').mockReturnValue();
}

/** Resolves when running jobs, such as those of the start, and queued notifications have ended. */
export async function workDone({ app }: Pick<KickOff, 'app'>): Promise<void> {
  await app.get(NotificationsService, { strict: false }).beforeApplicationShutdown();
  const { all } = app.get(Jobs, { strict: false });
  while (all.some(({ running }) => running !== undefined)) {
    for (const { running } of all) await running;
  }
}

/**
 * Returns the database operations of one request, by collection, because some are concurrent.
 *
 * @param apart collections to ignore
 */
export async function operationsOf(
  kickoff: Pick<KickOff, 'app' | 'connection'>,
  call: () => PromiseLike<unknown>,
  apart: readonly string[] = APART,
): Promise<Operation[]> {
  await workDone(kickoff);
  const db = kickoff.connection.getClient().db(kickoff.connection.name);
  await db.command({ profile: 0 });
  await db.collection('system.profile').drop();
  // By default 1 MB, which a few queries with hundreds of ranges fill.
  await db.createCollection('system.profile', { capped: true, size: PROFILE_BYTES });
  await db.command({ profile: 2 });
  await call();
  await db.command({ profile: 0 });
  const seen = await db.collection('system.profile').find().toArray();
  return seen
    .map((entry) => ({
      collection: String(entry['ns']).split('.').slice(1).join('.'),
      examined: {
        documents: Number(entry['docsExamined'] ?? 0),
        keys: Number(entry['keysExamined'] ?? 0),
      },
      plan: String(entry['planSummary'] ?? ''),
      sorted: entry['hasSortStage'] === true,
      returned: Number(entry['nreturned'] ?? 0),
      text: JSON.stringify(entry['command'] ?? {}),
    }))
    .filter(({ collection }) => !apart.includes(collection) && !collection.startsWith('system'))
    .map(({ text, ...operation }) => {
      expect(text).not.toMatch(/\$lookup|"skip"|\$where/);
      return operation;
    })
    .sort(
      (one, other) =>
        one.collection.localeCompare(other.collection) ||
        one.returned - other.returned ||
        one.examined.keys - other.examined.keys,
    );
}

/**
 * Fails if an operation examined more documents than it returned from an index, or sorted in
 * memory.
 */
export function expectIndexesAlone(name: string, operations: readonly Operation[]): void {
  for (const { collection, plan, sorted, examined, returned } of operations) {
    expect({ name, collection, plan, sorted }).toEqual({
      name,
      collection,
      plan: expect.not.stringContaining('COLLSCAN'),
      sorted: false,
    });
    const most = Math.max(1, returned * 1.2);
    expect({ name, collection, documents: Math.max(most, examined.documents) }).toEqual({
      name,
      collection,
      documents: most,
    });
  }
}
