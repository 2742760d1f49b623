import { Notification, type Post, type Story, UNREAD_HEADER } from '@kickoff/contracts';
import { Types } from 'mongoose';
import { z } from 'zod';

import { NotificationFanoutJob } from '../../src/notifications/notification-fanout.job.js';
import { NotificationsService } from '../../src/notifications/notifications.service.js';
import { aFan, as, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { aPostBy } from './posts.js';
import { aStoryBy } from './stories.js';
import { until } from './until.js';

const Notifications = z.array(Notification);

export const namesOf = ({ actors }: Notification) => actors.map(({ username }) => username);

interface Cast {
  ann: Caller;
  bob: Caller;
  /** One of Ann's. */
  post: Post;
}

/**
 * Two fans, a post of one of them, and the actions that cause notifications. No timers run: a
 * fan-out runs when it starts and when a test calls it.
 */
export class NotificationFixture {
  private cast: Cast | undefined;

  private constructor(readonly kickoff: KickOff) {}

  static async open(): Promise<NotificationFixture> {
    const kickoff = await startKickOff();
    return new NotificationFixture(kickoff);
  }

  /** Creates new fans for the next test. */
  async createFans(): Promise<void> {
    const [ann, bob] = await Promise.all([aFan(this.kickoff), aFan(this.kickoff)]);
    this.cast = { ann, bob, post: await this.aPostBy(ann) };
  }

  get ann(): Caller {
    return this.requireCast().ann;
  }

  get bob(): Caller {
    return this.requireCast().bob;
  }

  get post(): Post {
    return this.requireCast().post;
  }

  service<Service>(of: new (...args: never[]) => Service): Service {
    return this.kickoff.app.get(of, { strict: false });
  }

  aPostBy(fan: Caller): Promise<Post> {
    return aPostBy(this.kickoff, fan, 'Goal!');
  }

  aStoryBy(fan: Caller): Promise<Story> {
    return aStoryBy(this.kickoff, fan);
  }

  like(by: Caller, liked = true, postId = this.post._id) {
    return as(this.kickoff, by).post(`/api/pt/posts/${postId}/like`).send({ liked }).expect(200);
  }

  comment(by: Caller) {
    return as(this.kickoff, by)
      .post(`/api/pt/posts/${this.post._id}/comment`)
      .send({ text: 'Yes!' })
      .expect(200);
  }

  follow(by: Caller, of: Caller) {
    return as(this.kickoff, by).post(`/api/user/follow/${of.id}`).expect(200);
  }

  ask(fan: Caller, query = '') {
    return as(this.kickoff, fan).get(`/api/notifications${query}`).expect(200);
  }

  async listOf(fan: Caller): Promise<Notification[]> {
    return Notifications.parse((await this.ask(fan)).body);
  }

  async unreadOf(fan: Caller): Promise<number> {
    const { headers } = await this.ask(fan, '?limit=1');
    return Number(headers[UNREAD_HEADER.toLowerCase()]);
  }

  /** Waits until the list has `count` items. */
  listed(fan: Caller, count: number): Promise<Notification[]> {
    return until(async () => {
      const list = await this.listOf(fan);
      return list.length === count ? list : undefined;
    });
  }

  /** Waits until the fan-out about a target has started, then until it has ended or failed. */
  async fanOut(targetId: string): Promise<void> {
    const fanouts = this.kickoff.connection.collection('notification_fanouts');
    const filter = { 'request.target.id': targetId };
    await until(async () => (await fanouts.findOne(filter)) ?? undefined);
    await this.service(NotificationFanoutJob).resume();
  }

  /** Waits until all earlier requests are written, by writing one more after them. */
  async flush(to: Caller): Promise<void> {
    const group = `flush:${new Types.ObjectId().toString()}`;
    const target = { type: 'user', id: to.id };
    const rows = this.kickoff.connection.collection('notifications');
    this.service(NotificationsService).notify([to.id], { kind: 'moderation', group, target });
    await until(async () => (await rows.findOne({ group })) ?? undefined);
    // The writer still reads excerpts after the row is inserted; this waits for its end.
    await this.service(NotificationsService).removeGroups([group]);
  }

  private requireCast(): Cast {
    if (!this.cast) throw new Error('No test has begun');
    return this.cast;
  }
}
