import { AdminFanRow } from '@kickoff/contracts';
import type { Types } from 'mongoose';
import { z } from 'zod';

import { countDays } from '../../src/common/mongo/migrations/count-days.js';
import { anAdmin, as, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { walkingFans } from './walking-fans.js';

export const AdminFanRows = z.array(AdminFanRow.strict());

/** The fans of `walkingFans`, and an admin who lists them. */
export class FanListFixture {
  private constructor(
    readonly kickoff: KickOff,
    /** The walking fans, in order. */
    readonly ids: Types.ObjectId[],
    /** Tests that move the clock far ahead log in again. */
    public boss: Caller,
  ) {}

  static async open(): Promise<FanListFixture> {
    const kickoff = await startKickOff();
    const boss = await anAdmin(kickoff);
    const ids = await walkingFans(kickoff);
    // They were inserted past the services, which count them.
    await countDays(kickoff.connection.getClient().db(kickoff.connection.name));
    return new FanListFixture(kickoff, ids, boss);
  }

  get users() {
    return this.kickoff.connection.collection('users');
  }

  /** Requests the list, or a path below it. */
  ask(query: string) {
    return as(this.kickoff, this.boss).get(`/api/admin/users${query}`);
  }

  async list(query: string): Promise<AdminFanRow[]> {
    return AdminFanRows.parse((await this.ask(query).expect(200)).body);
  }
}
