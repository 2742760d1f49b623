import type { Types } from 'mongoose';

import { defineCollection } from '../../common/mongo/collections.js';

/** A muted word in the fan's spelling, until a moment or permanently. */
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
