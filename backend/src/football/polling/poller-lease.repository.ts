import { Injectable } from '@nestjs/common';

import { Leases } from '../../common/jobs/leases.js';

const ID = 'football-poller';
const TTL_MS = 90_000;

/** The lease of the one polling instance. */
@Injectable()
export class PollerLeaseRepository {
  constructor(private readonly leases: Leases) {}

  /** Acquires or renews the lease. Returns its fence, or undefined while another instance holds it. */
  take(): Promise<number | undefined> {
    return this.leases.take(ID, TTL_MS);
  }

  /** Returns the fence of the instance that polls, or polled last. */
  fence(): Promise<number | undefined> {
    return this.leases.fenceOf(ID);
  }

  /** Releases the lease, so that another instance can take over at once. */
  release(): Promise<void> {
    return this.leases.release(ID);
  }
}
