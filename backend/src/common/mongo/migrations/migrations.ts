import type { mongo } from 'mongoose';

import { addDirectory } from './add-directory.js';
import { addKindsOfNotifications } from './add-kinds-of-notifications.js';
import { addSearchKeys } from './add-search-keys.js';
import { addSearchWords } from './add-search-words.js';
import { cutCommentPreviews } from './cut-comment-previews.js';
import { dropStoredAnswers } from './drop-stored-answers.js';
import { countExactly } from './count-exactly.js';
import { foldUsernames } from './fold-usernames.js';
import { renameCollections } from './rename-collections.js';

/**
 * One migration of the stored data. It may be killed at any moment and is then run again from its
 * start, so it must be idempotent. Data that it cannot read stops the start with a StartError.
 */
export interface Migration {
  /** Counts from 1 without gaps. */
  version: number;
  name: string;
  run: (db: mongo.Db) => Promise<void>;
}

/** All steps in order. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'search keys of fans', run: addSearchKeys },
  { version: 2, name: 'what admins find fans by', run: addDirectory },
  { version: 3, name: 'idempotency keys without answers', run: dropStoredAnswers },
  { version: 4, name: 'previews of comments', run: cutCommentPreviews },
  { version: 5, name: 'exact counts', run: countExactly },
  { version: 6, name: 'standard names of collections', run: renameCollections },
  { version: 7, name: 'settings of new notifications', run: addKindsOfNotifications },
  { version: 8, name: 'search words of posts', run: addSearchWords },
  { version: 9, name: 'standard names of leases', run: renameCollections },
  { version: 10, name: 'case folding of names', run: foldUsernames },
];
