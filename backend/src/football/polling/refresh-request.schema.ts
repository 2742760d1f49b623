import type { League } from '@kickoff/contracts';

import { defineCollection } from '../../common/mongo/collections.js';

/** A league that an admin wants fetched at once. */
export interface RefreshRequest {
  _id: League;
  at: Date;
}

export const footballRefreshesCollection = defineCollection<RefreshRequest>('football_refreshes');
