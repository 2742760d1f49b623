import { mongo } from 'mongoose';

/** What is counted by day, and its collection. */
const COUNTED = { users: 'users', posts: 'posts', likes: 'post_likes', comments: 'comments' };

interface CounterRow {
  _id: string;
  kind: string;
  year: number;
  days: Record<string, number>;
}

/** Recounts by day, one shard per kind and year, and removes the former counts. */
export async function countDays(db: mongo.Db): Promise<void> {
  const counters = db.collection<CounterRow>('counters');
  for (const [kind, collection] of Object.entries(COUNTED)) {
    const rows = rowsOf(kind, await daysOf(db, collection));
    await counters.deleteMany({ kind });
    if (rows.length > 0) await counters.insertMany(rows);
  }
  await counters.updateMany({}, { $unset: { changes: 1 } });
  await db.dropCollection('activity_counters');
}

function daysOf(db: mongo.Db, collection: string) {
  return db
    .collection(collection)
    .aggregate<{ _id: Date; count: number }>([
      // Matches all rows, but lets a covered query answer if there is an index.
      { $match: { createdAt: { $gte: new Date(0) } } },
      {
        $group: {
          _id: { $dateTrunc: { date: '$createdAt', unit: 'day' } },
          count: { $sum: 1 },
        },
      },
    ])
    .toArray();
}

function rowsOf(kind: string, counts: readonly { _id: Date; count: number }[]): CounterRow[] {
  const years = new Map<number, CounterRow>();
  for (const { _id: day, count } of counts) {
    const year = day.getUTCFullYear();
    const row = years.get(year) ?? { _id: `${kind}:${year}:0`, kind, year, days: {} };
    row.days[day.toISOString().slice(5, 10)] = count;
    years.set(year, row);
  }
  return [...years.values()];
}
