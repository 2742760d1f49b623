import { Injectable, Logger } from '@nestjs/common';

import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { type Mail, MailService } from '../mail/mail.service.js';
import { UsersService } from '../users/users.service.js';
import { SessionsService } from './sessions.service.js';

/** Reason and optional end of a suspension. */
export interface NewSuspension {
  reason: string;
  until?: Date;
}

/** Something that has to stand together with a suspension, such as its entry in the audit log. */
type InTransaction = () => Promise<void>;

/** Suspends fans: ends all sessions at once and notifies by mail. Ends suspensions. */
@Injectable()
export class SuspensionsService {
  private readonly logger = new Logger(SuspensionsService.name);

  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: MailService,
    private readonly clock: Clock,
  ) {}

  /** Suspends a fan; replaces an earlier suspension. */
  async suspend(
    fanId: string,
    suspension: NewSuspension,
    inSameTransaction: InTransaction,
  ): Promise<void> {
    const { until } = suspension;
    if (until && until <= this.clock.now()) throw new InvalidInput('until must be in the future');
    const fan = await this.users.findById(fanId);
    if (!fan) throw new NotFound('fan');
    const isThere = await this.sessions.endAllAround('fan', fanId, () =>
      this.users.suspend(fan._id, suspension, async () => {
        await inSameTransaction();
        await this.mail.queue(aSuspensionMail(fan, suspension));
      }),
    );
    if (!isThere) throw new NotFound('fan');
    this.logger.log({ event: 'fan_suspended', fanId });
    this.mail.sendSoon();
  }

  /** Ends a suspension. Returns false if there was none. */
  async restore(fanId: string, inSameTransaction: InTransaction): Promise<boolean> {
    const fan = await this.users.findById(fanId);
    if (!fan) throw new NotFound('fan');
    const isRestored = await this.users.restore(fan._id, async () => {
      await inSameTransaction();
      await this.mail.queue(aRestoreMail(fan));
    });
    if (!isRestored) return false;
    this.logger.log({ event: 'fan_restored', fanId });
    this.mail.sendSoon();
    return true;
  }
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
