import type { mongo } from 'mongoose';

interface KeyBefore {
  _id: string;
  done?: boolean;
  answer?: { status: number };
}

/**
 * Removes everything but the status from stored responses: a repeated request reads its result
 * again.
 */
export async function dropStoredAnswers(db: mongo.Db): Promise<void> {
  const keys = db.collection<KeyBefore>('idempotency_keys');
  await keys.updateMany({ done: { $exists: true } }, [
    { $set: { status: '$answer.status' } },
    { $unset: ['done', 'answer'] },
  ]);
}
