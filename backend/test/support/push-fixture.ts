import { PushServiceDouble } from '@kickoff/testing/push-service-double';
import { z } from 'zod';

import { PushSender } from '../../src/push/push-sender.js';
import { Browser } from './browsers.js';
import { aFan, as, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { until } from './until.js';
import { postWith } from './uploads.js';

/** Two push services, and two fans: one comments on a post of the other. */
export class PushFixture {
  private number = 0;

  private constructor(
    readonly kickoff: KickOff,
    readonly service: PushServiceDouble,
    readonly slow: PushServiceDouble,
    public ann: Caller,
    public bob: Caller,
    /** A post of Ann. */
    public postId: string,
  ) {}

  static async open(): Promise<PushFixture> {
    const [service, slow] = [await PushServiceDouble.open(), await PushServiceDouble.open()];
    const kickoff = await startKickOff({ PUSH_TEST_ORIGINS: `${service.origin},${slow.origin}` });
    const [ann, bob] = [await aFan(kickoff), await aFan(kickoff)];
    return new PushFixture(kickoff, service, slow, ann, bob, '');
  }

  /** Creates new fans and a post for the next test. */
  async begin(): Promise<void> {
    [this.ann, this.bob] = await Promise.all([aFan(this.kickoff), aFan(this.kickoff)]);
    this.postId = (await postWith(this.kickoff, this.ann, {}, { text: 'Goal!' }))._id;
  }

  /** Removes what a test left to be sent. */
  async empty(): Promise<void> {
    await this.sender().sendAll();
    await this.kickoff.connection.collection('push_messages').deleteMany({});
    this.service.reset();
    this.slow.reset();
  }

  async stop(): Promise<void> {
    await Promise.all([this.service.close(), this.slow.close()]);
    await this.kickoff.stop();
  }

  sender(at = this.kickoff): PushSender {
    return at.app.get(PushSender, { strict: false });
  }

  queued(): Promise<number> {
    return this.kickoff.connection.collection('push_messages').countDocuments();
  }

  rows() {
    return this.kickoff.connection.collection('push_subscriptions');
  }

  async aBrowser(fan: Caller, at = this.service): Promise<Browser> {
    const browser = new Browser(`${at.origin}/send/${(this.number += 1)}`);
    await browser.subscribe(this.kickoff, fan);
    return browser;
  }

  /** Bob comments on Ann's post. */
  comment(text = 'What a match') {
    return as(this.kickoff, this.bob)
      .post(`/api/pt/posts/${this.postId}/comment`)
      .send({ text })
      .expect(200);
  }

  /** Bob, or another fan, likes Ann's post. */
  like(by = this.bob) {
    return as(this.kickoff, by)
      .post(`/api/pt/posts/${this.postId}/like`)
      .send({ liked: true })
      .expect(200);
  }

  /** Changes Ann's settings. */
  changeSettings(settings: object) {
    return as(this.kickoff, this.ann).patch('/api/user/settings').send(settings).expect(200);
  }

  /** Waits until notifications of this kind are written for Ann. */
  notified(kind: string): Promise<true> {
    return until(async () => {
      const answer = await as(this.kickoff, this.ann).get('/api/notifications').expect(200);
      const list = z.array(z.object({ kind: z.string() })).parse(answer.body);
      return list.some((row) => row.kind === kind) || undefined;
    });
  }

  pushesTo({ endpoint }: Browser, at = this.service) {
    return at.receivedAt(new URL(endpoint).pathname);
  }

  receive(browser: Browser, at = this.service) {
    return until(() => this.pushesTo(browser, at)[0]);
  }

  /** Lets time pass, and sends what is due then. */
  async later(ms: number): Promise<void> {
    this.kickoff.clock.advance(ms);
    await this.sender().sendAll();
  }
}
