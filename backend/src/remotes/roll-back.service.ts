import type { RemoteStatus } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';

import { type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { Conflict } from '../common/errors/coded-errors.js';
import { Refusal } from './builds/refusal.js';
import { Releases, type RollBack } from './releases.js';
import { RemoteStatusService } from './remote-status.service.js';

/** Makes the previous version live for an admin; recorded before it is published. */
@Injectable()
export class RollBackService {
  constructor(
    private readonly releases: Releases,
    private readonly statuses: RemoteStatusService,
    private readonly audit: AuditLogService,
  ) {}

  async rollBack(actor: Actor, name: string): Promise<RemoteStatus> {
    await this.statuses.one(name);
    const record = ({ build, replaced }: RollBack) =>
      this.audit.record({
        actor,
        action: 'remote.rollback',
        targetType: 'remote',
        targetId: name,
        details: { version: build.version, build: build.id, replaced },
      });
    await this.releases.rollBack(name, record).catch(explain);
    return this.statuses.one(name);
  }
}

function explain(error: unknown): never {
  if (error instanceof Refusal) throw new Conflict(`Not rolled back: ${error.message}.`);
  throw error;
}
