import { Injectable } from '@nestjs/common';

import { Leases } from '../../common/jobs/leases.js';

const ID = 'football-poller';
const TTL_MS = 90_000;

/** Lets one instance of all poll. */
@Injectable()
export class PollerLeaseRepository {
  constructor(private readonly leases: Leases) {}

  /** Takes or renews the lease: its fence, or undefined while another instance holds it. */
  take(): Promise<number | undefined> {
    return this.leases.take(ID, TTL_MS);
  }

  /** Lets the next instance begin at once. */
  release(): Promise<void> {
    return this.leases.release(ID);
  }
}
