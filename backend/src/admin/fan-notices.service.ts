import { Injectable } from '@nestjs/common';

import { MailService } from '../mail/mail.service.js';
import { UsersService } from '../users/users.service.js';

/** Owns the mails that tell fans what admins decided. */
@Injectable()
export class FanNoticesService {
  constructor(
    private readonly users: UsersService,
    private readonly mail: MailService,
  ) {}

  /** Tells a fan once the present request is answered; nobody where the fan has left. */
  async tell(fanId: string, subject: string, lines: readonly string[]): Promise<void> {
    const fan = await this.users.findById(fanId);
    if (fan) this.send(fan, subject, lines);
  }

  /** The same to whoever reported something, unless that fan wants to hear nothing of reports. */
  async tellReporter(fanId: string, subject: string, lines: readonly string[]): Promise<void> {
    const fan = await this.users.findById(fanId);
    if (fan?.settings.notifications.report) this.send(fan, subject, lines);
  }

  private send(
    { username, email }: { username: string; email: string },
    subject: string,
    lines: readonly string[],
  ): void {
    this.mail.sendLater(() =>
      Promise.resolve({
        to: { name: username, address: email },
        subject,
        text: [`Hello ${username},`, ...lines].join('\n\n'),
      }),
    );
  }
}
