import { MailService } from '../../src/mail/mail.service.js';
import type { StoredQueuedMail } from '../../src/mail/queued-mail.schema.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { MailServer } from './mail-server.js';

/** A mail server, and a server over it whose queue is processed by the test only. */
export class MailQueueFixture {
  private constructor(
    readonly server: MailServer,
    public kickoff: KickOff,
  ) {}

  static async open(): Promise<MailQueueFixture> {
    const server = await MailServer.open();
    return new MailQueueFixture(server, await start(server, '1000'));
  }

  async close(): Promise<void> {
    this.server.beforeTaking = () => Promise.resolve();
    await this.kickoff.stop();
    await this.server.close();
  }

  /** Starts anew with a limit of five mails a minute. */
  async limit(): Promise<void> {
    await this.kickoff.stop();
    this.kickoff = await start(this.server, '0.05');
  }

  rows() {
    return this.kickoff.connection.collection<StoredQueuedMail>('mails');
  }

  service(at = this.kickoff): MailService {
    return at.app.get(MailService, { strict: false });
  }

  sendAll(at = this.kickoff): Promise<void> {
    return this.service(at).sendAll();
  }

  queue(to: number | string, more: object = {}, at = this.kickoff): Promise<void> {
    return this.service(at).queue({
      to: { name: 'Fan', address: `${to}@fans.example` },
      subject: `Goal ${to}`,
      text: 'https://kickoff.example/reset/secret',
      ...more,
    });
  }

  async queueMany(count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) await this.queue(number);
  }

  async later(ms: number): Promise<void> {
    this.kickoff.clock.advance(ms);
    await this.sendAll();
  }
}

async function start(server: MailServer, factor: string): Promise<KickOff> {
  const kickoff = await startKickOff({
    SMTP_URL: server.url,
    MAIL_FROM: 'KickOff <no-reply@kickoff.example>',
    RATE_LIMIT_FACTOR: factor,
  });
  kickoff.clock.stand();
  return kickoff;
}
