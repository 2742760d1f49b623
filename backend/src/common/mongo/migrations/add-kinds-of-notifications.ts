import type { mongo } from 'mongoose';

const NEW_KINDS = { quote: true, match: true, reply: true };
const PUSH = {
  like: false,
  comment: true,
  follow: false,
  story: false,
  team: true,
  report: false,
  quote: true,
  match: true,
  reply: true,
};

/**
 * Adds the settings of the new kinds of notifications and of push to fans who registered earlier.
 */
export async function addKindsOfNotifications(db: mongo.Db): Promise<void> {
  await db.collection('users').updateMany({ 'settings.push': { $exists: false } }, [
    {
      $set: {
        'settings.notifications': { $mergeObjects: [NEW_KINDS, '$settings.notifications'] },
        'settings.push': PUSH,
      },
    },
  ]);
}
