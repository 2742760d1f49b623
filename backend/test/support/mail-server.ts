import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import { unfolded } from './mailbox.js';

/** A mail as a mail server receives it. */
export interface ReceivedMail {
  to: string[];
  text: string;
}

/** An SMTP error. */
export function smtpRefusal(status: number, words = 'Not now'): Error {
  return Object.assign(new Error(words), { responseCode: status });
}

/** An SMTP server on loopback that stores received mails. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** How many have ever connected, and how many mails were offered. */
  connections = 0;
  offered = 0;
  /** Returns its error for a recipient; undefined accepts the mail. */
  mood: (address: string) => Error | undefined = () => undefined;
  /** Runs before it acknowledges a mail. */
  beforeTaking: () => Promise<void> = () => Promise.resolve();
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onRcptTo: ({ address }, _session, done) => {
        this.offered += 1;
        done(this.mood(address));
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = envelope.rcptTo.map(({ address }) => address);
          this.received.push({ to, text: unfolded(Buffer.concat(chunks).toString()) });
          this.beforeTaking().then(() => done(), done);
        });
      },
    });
    this.server.on('error', () => undefined);
  }

  /** @param port any free one if it is 0 */
  static async open(port = 0): Promise<MailServer> {
    const mailServer = new MailServer();
    await new Promise<void>((resolve) => {
      mailServer.server.listen(port, '127.0.0.1', resolve);
    });
    return mailServer;
  }

  get url(): string {
    const { port } = this.server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  /** Recipients of the accepted mails, in order. */
  get recipients(): string[] {
    return this.received.flatMap(({ to }) => to);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
