import type { mongo } from 'mongoose';

interface KeyBefore {
  _id: string;
  done?: boolean;
  answer?: { status: number };
}

/** Leaves of each stored answer its status alone: a repeated call reads its result anew. */
export async function dropStoredAnswers(db: mongo.Db): Promise<void> {
  const keys = db.collection<KeyBefore>('idempotency_keys');
  await keys.updateMany({ done: { $exists: true } }, [
    { $set: { status: '$answer.status' } },
    { $unset: ['done', 'answer'] },
  ]);
}
