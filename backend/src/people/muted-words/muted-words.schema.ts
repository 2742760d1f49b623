import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';

/** A muted word as its fan wrote it, until a moment or for good. */
export interface MutedWordEntry {
  word: string;
  until?: Date;
}

/** The muted words of one fan; absent for fans without any. */
export interface StoredMutedWords {
  /** The fan's id. */
  _id: Types.ObjectId;
  words: MutedWordEntry[];
}

export const mutedWordsCollection = defineCollection<StoredMutedWords>('muted_words');
