import { mongo } from 'mongoose';

import { toSearchWords } from '../../text/search-words.js';

const BATCH = 500;
const FIRST_ID = new mongo.ObjectId('0'.repeat(24));

interface PostBefore {
  text: string;
  image?: string;
  video?: string;
  searchWords?: string[];
}

/** Adds search words to posts from before the search existed, including moderated ones. */
export async function addSearchWords(db: mongo.Db): Promise<void> {
  for (const name of ['posts', 'moderated_posts']) await addTo(db.collection<PostBefore>(name));
}

async function addTo(posts: mongo.Collection<PostBefore>): Promise<void> {
  let last = FIRST_ID;
  for (;;) {
    const some = await posts
      .find(
        { _id: { $gt: last }, searchWords: { $exists: false }, text: { $type: 'string' } },
        { projection: { text: 1, image: 1, video: 1 }, sort: { _id: 1 }, limit: BATCH },
      )
      .toArray();
    const end = some.at(-1);
    if (!end) return;
    await posts.bulkWrite(
      some.map(({ _id, text, ...media }) => ({
        updateOne: {
          filter: { _id },
          update: { $set: { searchWords: toSearchWords(text, media) } },
        },
      })),
      { ordered: false },
    );
    last = end._id;
  }
}
