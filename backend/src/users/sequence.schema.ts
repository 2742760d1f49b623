import { defineCollection } from '../common/mongo/collections.js';

/** A sequence of numbers, such as `userId`, and the last number issued. */
export interface Sequence {
  _id: string;
  value: number;
}

export const sequencesCollection = defineCollection<Sequence>('sequences');
