import { Types } from 'mongoose';

import { EventStreamsService } from '../../src/events/event-streams.service.js';
import { LiveService } from '../../src/live/live.service.js';
import { aFan, type Caller } from './callers.js';
import { type KickOff, startKickOff } from './kickoff.js';
import { Listener } from './listener.js';
import { withoutNotifications } from './operations.js';
import { until } from './until.js';

/**
 * The address of one database of the tests' Redis; each test file has its own, so that their events
 * do not mix.
 */
export function redisUrl(database: number): string {
  return `${process.env['KICKOFF_TEST_REDIS'] ?? ''}/${database}`;
}

/** The buses by name, with their settings, for `describe.each`. */
export function carriers(database: number): [string, Record<string, string>][] {
  return [
    ['within one process', {}],
    ['over Redis', { REDIS_URL: redisUrl(database) }],
  ];
}

/** A new id for a post that need not exist. */
export const newId = () => new Types.ObjectId().toString();

/** The ids of all received events, in order; changes of demo matches have none. */
export const receivedIds = (listener: Listener) =>
  listener.received
    .filter(({ name }) => name !== 'match.changed')
    .map(({ data }) => (data as { _id: string })._id);

/** Resolves once the listener has received an event with this id. */
export const untilReceived = (listener: Listener, id: string) =>
  until(() => receivedIds(listener).includes(id) || undefined);

/**
 * An instance in which only the test's own events are published, with two fans and any number of
 * listeners.
 */
export class EventFixture {
  private readonly listeners: Listener[] = [];

  private constructor(
    readonly kickoff: KickOff,
    readonly ann: Caller,
    readonly bob: Caller,
  ) {}

  static async open(settings: Record<string, string>): Promise<EventFixture> {
    const kickoff = await startKickOff(settings);
    // Demo matches do not change then.
    kickoff.clock.stand();
    withoutNotifications(kickoff);
    return new EventFixture(kickoff, await aFan(kickoff), await aFan(kickoff));
  }

  get live(): LiveService {
    return this.kickoff.app.get(LiveService, { strict: false });
  }

  get streams(): EventStreamsService {
    return this.kickoff.app.get(EventStreamsService, { strict: false });
  }

  /** Connects as this fan, or resumes from a position. */
  listens(caller: Caller, lastEventId?: string, at: KickOff = this.kickoff): Promise<Listener> {
    return this.listensWith({ Authorization: `Bearer ${caller.token}` }, lastEventId, at);
  }

  /** Connects with these credentials. */
  listensWith(
    headers: Record<string, string>,
    lastEventId?: string,
    at: KickOff = this.kickoff,
  ): Promise<Listener> {
    const listener = new Listener(headers);
    listener.lastEventId = lastEventId;
    this.listeners.push(listener);
    return listener.connect(at);
  }

  /** Publishes a post of this fan, and returns its id. */
  async aPostBy(author: Caller, instance: KickOff = this.kickoff): Promise<string> {
    const id = newId();
    await instance.app
      .get(LiveService, { strict: false })
      .publish(
        'post.created',
        { _id: id, user: { _id: author.id, username: author.username } },
        { to: 'readersOf', fanId: author.id },
      );
    return id;
  }

  /** Sends a notification to one fan. */
  async notify(fan: Caller, id: string): Promise<void> {
    await this.live.notify(
      {
        kind: 'follow',
        actors: [],
        count: 1,
        target: { type: 'user', id: fan.id },
        read: false,
        createdAt: new Date(0).toISOString(),
      },
      { [fan.id]: id },
    );
  }

  /** Sends all home. */
  empty(): void {
    for (const listener of this.listeners.splice(0)) listener.disconnect();
  }
}
