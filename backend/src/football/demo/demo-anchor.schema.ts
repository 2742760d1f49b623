import { defineCollection } from '../../common/mongo/collections.js';

/** The anchor from which the live demo calendar is computed; written once. */
export interface DemoAnchor {
  _id: 'live';
  at: Date;
}

export const demoCalendarCollection = defineCollection<DemoAnchor>('demo_calendar');
