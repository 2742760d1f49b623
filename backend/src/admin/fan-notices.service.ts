import { Injectable } from '@nestjs/common';
import type { ReportTarget } from '@kickoff/contracts';

import { afterCommit } from '../common/mongo/transaction.js';
import { MailService } from '../mail/mail.service.js';
import { NotificationsService } from '../notifications/notifications.service.js';
import { UsersService } from '../users/users.service.js';

/** Content of a fan that an admin removed. */
export interface RemovedContent {
  ownerId: string;
  type: Exclude<ReportTarget, 'user'>;
  id: string;
  reason?: string | undefined;
}

interface Addressee {
  _id: string;
  username: string;
  email: string;
}

/** Notifies fans of admins' decisions about them and their content, in the caller's transaction. */
@Injectable()
export class FanNoticesService {
  constructor(
    private readonly users: UsersService,
    private readonly mail: MailService,
    private readonly notifications: NotificationsService,
  ) {}

  /**
   * By mail in the transaction of the removal, and as a notification after it; notifications of
   * moderation cannot be switched off.
   */
  async contentRemoved({ ownerId, type, id, reason }: RemovedContent): Promise<void> {
    const what = `An admin has removed a ${type} of yours`;
    await afterCommit(() =>
      this.notifications.notify([ownerId], {
        kind: 'moderation',
        group: `removed:${id}`,
        target: { type, id },
        renotify: true,
        text: reason === undefined ? what : `${what}: ${reason}`,
      }),
    );
    await this.send(await this.users.findById(ownerId), `Your ${type} has been removed`, [
      `${what} from KickOff.`,
      ...(reason === undefined ? [] : [`The reason: ${reason}`]),
    ]);
  }

  /**
   * By mail only: suspended fans cannot read notifications. Does nothing if the suspension is over.
   */
  async appealRefused(fanId: string): Promise<void> {
    const fan = await this.users.findById(fanId);
    if (!fan || !this.users.suspensionInForce(fan)) return;
    await this.send(fan, 'Your appeal', [
      'An admin has looked at your appeal. The suspension of your KickOff account stays.',
    ]);
  }

  /** Does nothing if the account no longer exists. */
  private async send(
    fan: Addressee | null,
    subject: string,
    lines: readonly string[],
  ): Promise<void> {
    if (!fan) return;
    const { _id: accountId, username, email } = fan;
    await this.mail.queue({
      accountId,
      to: { name: username, address: email },
      subject,
      text: [`Hello ${username},`, ...lines].join('\n\n'),
    });
  }
}
