import { rm } from 'node:fs/promises';

import { OwnProfile } from '@kickoff/contracts';
import { aFanRegistration } from '@kickoff/testing';

import { aFan, as, asVisitor, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { aDataFolder, collectMails } from './mailbox.js';

const PUBLIC_URL = 'https://kickoff.example';

/** A fan who changes the email, and the mails sent. */
export class EmailFixture {
  private number = 0;

  private constructor(
    readonly kickoff: KickOff,
    private readonly dataFolder: string,
    /** A new fan for each test. */
    public alice: Caller,
  ) {}

  static async open(): Promise<EmailFixture> {
    const dataFolder = await aDataFolder();
    const kickoff = await startKickOff({ PUBLIC_URL, KICKOFF_DATA: dataFolder });
    return new EmailFixture(kickoff, dataFolder, await aFan(kickoff));
  }

  async begin(): Promise<void> {
    this.alice = await aFan(this.kickoff);
    await this.mails();
  }

  async close(): Promise<void> {
    await this.kickoff.stop();
    await rm(this.dataFolder, { recursive: true });
  }

  mails(): Promise<string[]> {
    return collectMails(this.kickoff, this.dataFolder);
  }

  aNewEmail(): string {
    return `new${(this.number += 1)}@fans.example`;
  }

  /** Sends the profile form. */
  change(email: string, fields: Record<string, string> = {}, by = this.alice) {
    return as(this.kickoff, by)
      .post('/api/user/update-profile')
      .field({ username: by.username, email, phone: '+44 20 7946 0181' })
      .field({ fav_team1: 'Arsenal', fav_player: 'Tony Adams', ...fields });
  }

  /** Changes the email and returns the token of the mailed link. */
  async changeTo(email: string): Promise<string> {
    await this.change(email).expect(200);
    const [mail] = await this.mails();
    return this.tokenIn(mail);
  }

  tokenIn(mail = ''): string {
    return new RegExp(`${PUBLIC_URL}/undo-email/([\\w-]{43})\\r?\\n`).exec(mail)?.[1] ?? 'no token';
  }

  undo(token: unknown, at: Pick<KickOff, 'url'> = this.kickoff) {
    return asVisitor(at).post('/api/user/undo-email').send({ token });
  }

  register(email: string) {
    return asVisitor(this.kickoff).post('/api/auth/register').send(aFanRegistration({ email }));
  }

  async profile(of = this.alice): Promise<OwnProfile> {
    const answer = await as(this.kickoff, of).get('/api/user/profile').expect(200);
    return OwnProfile.parse(answer.body);
  }

  enter(email: string, password = this.alice.password) {
    return asVisitor(this.kickoff).post('/api/auth/login').send({ email, password });
  }

  /** Chooses a new password by a link. */
  reset(token: string, email: string) {
    return asVisitor(this.kickoff)
      .post('/api/user/reset-password')
      .send({ token, email, newPassword: 'terrace-song-7' });
  }
}
