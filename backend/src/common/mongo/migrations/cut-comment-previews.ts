import type { mongo } from 'mongoose';

/** As long as the preview of a comment is, in code points. */
const MAX_LENGTH = 300;

/** Cuts the long comments that posts store; the full texts are in the comments' own rows. */
export async function cutCommentPreviews(db: mongo.Db): Promise<void> {
  const isLong = { $gt: [{ $strLenCP: '$$comment.text' }, MAX_LENGTH] };
  const cut = { text: { $substrCP: ['$$comment.text', 0, MAX_LENGTH] }, truncated: true };
  const asPreview = {
    $cond: [isLong, { $mergeObjects: ['$$comment', cut] }, '$$comment'],
  };
  for (const name of ['posts', 'removed_posts']) {
    await db.collection(name).updateMany({ 'firstComments.0': { $exists: true } }, [
      {
        $set: {
          firstComments: { $map: { input: '$firstComments', as: 'comment', in: asPreview } },
        },
      },
    ]);
  }
}
