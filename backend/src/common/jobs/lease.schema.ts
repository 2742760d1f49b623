import { defineCollection } from '../mongo/collections.js';

/** Which instance may do a job, and until when. `_id` is the job. */
export interface Lease {
  _id: string;
  owner: string | null;
  until: Date;

  /** Grows with each change of owner. */
  fence: number;
}

export const leasesCollection = defineCollection<Lease>('leases');
