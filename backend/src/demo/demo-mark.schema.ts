import { defineCollection } from '../common/mongo/collections.js';

/** Progress of the demo cast's seeding; one row. */
export interface DemoMark {
  _id: 'demo';
  isDone: boolean;
}

export const milestonesCollection = defineCollection<DemoMark>('milestones');
