import { Injectable, Logger } from '@nestjs/common';
import type { ClientSession, Types } from 'mongoose';

import { InvalidInput, NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import { type Mail, MailService } from '../mail/mail.service.js';
import { UsersService } from '../users/users.service.js';
import { SessionsService } from './sessions.service.js';

/** Why a fan is kept out, and until when where it ends by itself. */
export interface NewSuspension {
  reason: string;
  until?: Date;
}

/** Something that has to stand together with a suspension, such as its entry in the audit log. */
type AlongWith = (transaction: ClientSession) => Promise<void>;

/** Owns that a suspended fan is out at once and everywhere, and is told so by mail; and the way back. */
@Injectable()
export class SuspensionsService {
  private readonly logger = new Logger(SuspensionsService.name);

  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly mail: MailService,
    private readonly clock: Clock,
  ) {}

  /** Keeps a fan out; over an earlier suspension the new one counts. */
  async suspend(fanId: string, suspension: NewSuspension, alongWith: AlongWith): Promise<void> {
    const { until } = suspension;
    if (until && until <= this.clock.now()) throw new InvalidInput('until must be in the future');
    const fan = await this.users.findById(fanId);
    if (!fan) throw new NotFound('fan');
    const isThere = await this.sessions.endAllAround('fan', fanId, () =>
      this.users.suspend(fan._id, suspension, async (transaction) => {
        await alongWith(transaction);
        await this.mail.queue(aSuspensionMail(fan, suspension), transaction);
      }),
    );
    if (!isThere) throw new NotFound('fan');
    this.logger.log({ event: 'fanSuspended', fanId });
    this.mail.sendSoon();
  }

  /** Lets a fan in again; false where nothing kept them out. */
  async restore(fanId: string, alongWith: AlongWith): Promise<boolean> {
    const fan = await this.users.findById(fanId);
    if (!fan) throw new NotFound('fan');
    const isRestored = await this.users.restore(fan._id, async (transaction) => {
      await alongWith(transaction);
      await this.mail.queue(aRestoreMail(fan), transaction);
    });
    if (!isRestored) return false;
    this.logger.log({ event: 'fanRestored', fanId });
    this.mail.sendSoon();
    return true;
  }
}

interface Addressee {
  _id: Types.ObjectId;
  username: string;
  email: string;
}

function aSuspensionMail(fan: Addressee, { reason, until }: NewSuspension): Mail {
  const end = until ? `It ends by itself on ${until.toUTCString()}.` : 'It has no end date.';
  return {
    accountId: fan._id.toString(),
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
    accountId: fan._id.toString(),
    to: { name: fan.username, address: fan.email },
    subject: 'Your KickOff account is open again',
    text: `Hello ${fan.username},

the suspension of your KickOff account has been lifted. You can log in again, and everything is where you left it.
`,
  };
}
