import { Injectable, Logger } from '@nestjs/common';

import { Conflict, InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { afterCommit, inTransaction } from '../common/mongo/transaction.js';
import { Clock } from '../common/time/clock.js';
import { type Mail, MailService } from '../mail/mail.service.js';
import { UsersService } from '../users/users.service.js';
import { SessionsService } from './sessions.service.js';

/** Reason and optional end of a suspension. */
export interface NewSuspension {
  reason: string;
  until?: Date;
}

/**
 * Starts and ends suspensions. A suspension ends all sessions immediately; the fan is notified by
 * mail.
 */
@Injectable()
export class SuspensionsService {
  private readonly logger = new Logger(SuspensionsService.name);

  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: MailService,
    private readonly clock: Clock,
  ) {}

  /**
   * Suspends a fan; replaces an earlier suspension. Returns false if the same one is in force, as
   * after a repeated request.
   */
  suspend(fanId: string, suspension: NewSuspension): Promise<boolean> {
    return inTransaction(async () => {
      const { until } = suspension;
      if (until && until <= this.clock.now()) throw new InvalidInput('until must be in the future');
      const fan = await this.requireFan(fanId);
      const present = this.users.suspensionInForce(fan);
      if (present && isSame(present, suspension)) {
        // A first attempt may have crashed before it ended those of concurrent logins.
        await this.sessions.endAll('fan', fanId);
        return false;
      }
      await this.sessions.endAllAround('fan', fanId, () => this.users.suspend(fanId, suspension));
      await this.mail.queue(aSuspensionMail(fan, suspension));
      await afterCommit(() => this.logger.log({ event: 'fan_suspended', fanId }));
      return true;
    });
  }

  /**
   * Ends a suspension. Returns false if there was none.
   *
   * @param startedAt of the only suspension to end; throws a Conflict if another one is in force
   */
  restore(fanId: string, startedAt?: Date): Promise<boolean> {
    return inTransaction(async () => {
      const fan = await this.requireFan(fanId);
      const { at } = this.users.suspensionInForce(fan) ?? {};
      if (at && startedAt && at.getTime() !== startedAt.getTime()) {
        throw new Conflict(
          'The fan has been suspended again since this appeal. End that suspension on the page of the fan.',
        );
      }
      if (!(await this.users.restore(fanId))) return false;
      await this.mail.queue(aRestoreMail(fan));
      await afterCommit(() => this.logger.log({ event: 'fan_restored', fanId }));
      return true;
    });
  }

  private async requireFan(fanId: string) {
    const fan = await this.users.findById(fanId);
    if (!fan) throw new NotFound('fan');
    return fan;
  }
}

function isSame(one: NewSuspension, other: NewSuspension): boolean {
  return one.reason === other.reason && one.until?.getTime() === other.until?.getTime();
}

interface Addressee {
  _id: string;
  username: string;
  email: string;
}

function aSuspensionMail(fan: Addressee, { reason, until }: NewSuspension): Mail {
  const end = until ? `It ends by itself on ${until.toUTCString()}.` : 'It has no end date.';
  return {
    accountId: fan._id,
    to: { name: fan.username, address: fan.email },
    subject: 'Your KickOff account is suspended',
    text: `Hello ${fan.username},

an admin has suspended your KickOff account. ${end}

The reason given:
${reason}

Nothing of yours has been deleted. If you think this is a mistake, log in with your email and password: the page then lets you appeal once.
`,
  };
}

function aRestoreMail(fan: Addressee): Mail {
  return {
    accountId: fan._id,
    to: { name: fan.username, address: fan.email },
    subject: 'Your KickOff account is open again',
    text: `Hello ${fan.username},

the suspension of your KickOff account has been lifted. You can log in again, and everything is where you left it.
`,
  };
}
