import { Injectable } from '@nestjs/common';
import type { NewRehearsal, Rehearsal } from '@kickoff/contracts';

import { type Actor, AuditLogService } from '../audit-log/audit-log.service.js';
import { InvalidInput } from '../common/errors/coded-errors.js';
import { inTransaction } from '../common/mongo/transaction.js';
import { RehearsalsService } from '../football/rehearsals/rehearsals.service.js';
import { UsersService } from '../users/users.service.js';

/** Starts and ends rehearsals for admins, each with an entry in the audit log. */
@Injectable()
export class AdminRehearsalsService {
  constructor(
    private readonly rehearsals: RehearsalsService,
    private readonly users: UsersService,
    private readonly audit: AuditLogService,
  ) {}

  list(): Promise<Rehearsal[]> {
    return this.rehearsals.list();
  }

  async create(actor: Actor, form: NewRehearsal): Promise<Rehearsal> {
    const { league, matchday, speed, faults, fans } = form;
    const present = await this.users.presentOf(fans);
    if (!fans.every((id) => present.has(id))) {
      throw InvalidInput.in('fans', 'fans must be ids of fans');
    }
    const act = { actor, action: 'rehearsal.create', targetType: 'rehearsal' } as const;
    const details = { league, matchday, speed, faults: faults.join(' '), fans: fans.length };
    const planned = await this.rehearsals.plan(form);
    return inTransaction(async () => {
      const rehearsal = await this.rehearsals.create(planned);
      await this.audit.record({ ...act, targetId: rehearsal._id, details });
      return rehearsal;
    });
  }

  async remove(actor: Actor, id: string): Promise<void> {
    const act = { actor, action: 'rehearsal.delete', targetType: 'rehearsal' } as const;
    await inTransaction(async () => {
      await this.rehearsals.remove(id);
      await this.audit.record({ ...act, targetId: id });
    });
  }
}
