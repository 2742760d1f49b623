import { defineCollection } from '../common/mongo/collections.js';

/** How far the seeding of the demo cast has come; one row. */
export interface DemoMark {
  _id: 'demo';
  isDone: boolean;
}

export const milestonesCollection = defineCollection<DemoMark>('milestones');
