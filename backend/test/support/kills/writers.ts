import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { Post } from '@kickoff/contracts';

import type { Caller } from '../callers.js';
import type { KickOff } from '../kickoff.js';
import type { Ledger, Outcome } from './ledger.js';

/** Longer than any call is given by the server: what is not answered by then died with it. */
const GIVE_UP_MS = 20_000;
const AGAIN_MS = 50;
/** Between two tries of one write. */
const REPEAT_MS = 250;
/** Longer than the test runs. */
const POLL_MS = 24 * 60 * 60_000;

/** What a call came to. */
interface Answer {
  outcome: Outcome;
  body?: unknown;
  /** How often it was sent. */
  tries: number;
}

/** A post that was there; some are gone by now. */
interface WrittenPost {
  id: string;
  text: string;
  by: Caller;
  /** When it was acknowledged, and at which try. */
  atMs: number;
  tries: number;
}

/** Fans and an admin who write without a pause, each one thing after another, over any of the servers. */
export class Writers {
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();
  readonly posts: WrittenPost[] = [];
  /** Responses with a server error other than 503. */
  readonly faults: string[] = [];
  /** The slowest response, in ms, with its request and status. */
  slowest = { ms: 0, call: '' };

  constructor(
    private readonly servers: readonly Pick<KickOff, 'url'>[],
    private readonly fans: readonly Caller[],
    private readonly admin: Caller,
    private readonly ledger: Ledger,
    /** A number from 0 and below another one. */
    private readonly chance: (below: number) => number,
    /** For so long a write is repeated with its key until it is answered; once if it is 0. */
    private readonly repeatForMs = 0,
  ) {}

  /** Begins to write until `end`. */
  begin(): void {
    this.isOver = false;
    this.running = Promise.all([
      ...this.fans.map((fan) => this.keepOn(() => this.actAs(fan))),
      this.keepOn(() => this.moderate()),
    ]);
  }

  /** Ends when the last call is over. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async keepOn(act: () => Promise<void>): Promise<void> {
    while (!this.isOver) await act();
  }

  private async actAs(fan: Caller): Promise<void> {
    const post = this.anyPost();
    if (!post || this.chance(12) === 0) return this.publish(fan);
    switch (this.chance(6)) {
      case 0:
        return this.comment(fan, post.id);
      case 1:
        return this.follow(fan);
      case 2:
        return this.chance(4) === 0 ? this.takeBack(fan) : this.block(fan);
      case 3:
        return this.vote(fan, post.id);
      default:
        return this.like(fan, post.id);
    }
  }

  private async publish(fan: Caller): Promise<void> {
    const text = `post ${randomUUID()}`;
    await this.ledger.write(text, true, async () => {
      const form = new FormData();
      form.set('text', text);
      const endsAt = new Date(Date.now() + POLL_MS).toISOString();
      form.set('poll', JSON.stringify({ options: ['Yes', 'No'], endsAt }));
      const answer = await this.call(fan, 'POST', '/api/pt/posts', form);
      if (answer.outcome === 'done') {
        const { _id: id } = Post.parse(answer.body);
        this.posts.push({ id, text, by: fan, atMs: performance.now(), tries: answer.tries });
      }
      return answer.outcome;
    });
  }

  private async takeBack(fan: Caller): Promise<void> {
    const own = this.posts.filter(({ by }) => by === fan).slice(0, -1);
    const post = own[this.chance(own.length)];
    if (!post) return;
    await this.ledger.write(post.text, false, async () => {
      const { outcome } = await this.call(fan, 'DELETE', `/api/pt/posts/${post.id}`);
      return outcome;
    });
  }

  private async like(fan: Caller, post: string): Promise<void> {
    const liked = this.chance(3) > 0;
    await this.ledger.write(`like ${post} ${fan.id}`, liked, async () => {
      const path = `/api/pt/posts/${post}/like`;
      return (await this.call(fan, 'POST', path, { liked })).outcome;
    });
  }

  private async vote(fan: Caller, post: string): Promise<void> {
    await this.ledger.write(`vote ${post} ${fan.id}`, true, async () => {
      const path = `/api/pt/posts/${post}/vote`;
      return (await this.call(fan, 'POST', path, { option: this.chance(2) })).outcome;
    });
  }

  private async comment(fan: Caller, post: string): Promise<void> {
    const text = `comment ${randomUUID()}`;
    let id: string | undefined;
    await this.ledger.write(`${text} ${post}`, true, async () => {
      const path = `/api/pt/posts/${post}/comment`;
      const answer = await this.call(fan, 'POST', path, { text });
      if (answer.outcome === 'done') {
        const { comments } = Post.parse(answer.body);
        id = comments.find((comment) => comment.text === text)?._id;
      }
      return answer.outcome;
    });
    if (id === undefined || this.chance(3) > 0) return;
    const path = `/api/pt/posts/${post}/comments/${id}`;
    await this.ledger.write(`${text} ${post}`, false, async () => {
      return (await this.call(fan, 'DELETE', path)).outcome;
    });
  }

  /** The first two fans block each other, which ends follows: theirs are counted, but not promised. */
  private async follow(fan: Caller): Promise<void> {
    const other = this.fans[this.chance(this.fans.length)];
    if (!other || other === fan) return;
    const isThere = this.chance(3) > 0;
    const call = async () => {
      const method = isThere ? 'POST' : 'DELETE';
      return (await this.call(fan, method, `/api/user/follow/${other.id}`)).outcome;
    };
    const blockers = this.fans.slice(0, 2);
    if (blockers.includes(fan) && blockers.includes(other)) await call();
    else await this.ledger.write(`follow ${fan.id} ${other.id}`, isThere, call);
  }

  private async block(fan: Caller): Promise<void> {
    const [one, other] = this.fans;
    if (fan !== one || !other) return this.follow(fan);
    await this.call(fan, 'POST', `/api/user/block/${other.id}`);
    await this.call(fan, 'DELETE', `/api/user/block/${other.id}`);
  }

  private async moderate(): Promise<void> {
    const post = this.anyPost();
    if (!post) {
      await this.publish(this.fans[0] as Caller);
      return;
    }
    const path = `/api/admin/posts/${post.id}`;
    await this.call(this.admin, 'DELETE', path, { reason: 'To be looked at' });
    await this.call(this.admin, 'POST', `${path}/restore`);
  }

  /** One of the newest posts, so that many meet on the same. */
  private anyPost() {
    const newest = this.posts.slice(-6);
    return newest[this.chance(newest.length)];
  }

  /** Repeats a write like a client: what may be done already is not doubled under the same key. */
  private async call(
    by: Caller,
    method: string,
    path: string,
    body?: FormData | object,
  ): Promise<Answer> {
    const key = randomUUID();
    const endMs = performance.now() + this.repeatForMs;
    for (let tries = 1; ; tries += 1) {
      const answer = await this.send(by, method, path, key, body);
      // A refusal after a try that was not answered may follow from that try.
      if (answer.outcome === 'refused' && tries > 1) return { outcome: 'unknown', tries };
      if (answer.isAnswered || performance.now() > endMs) return { ...answer, tries };
      await delay(REPEAT_MS);
    }
  }

  private async send(
    by: Caller,
    method: string,
    path: string,
    key: string,
    body?: FormData | object,
  ): Promise<{ outcome: Outcome; isAnswered: boolean; body?: unknown }> {
    const server = this.servers[this.chance(this.servers.length)];
    const isForm = body instanceof FormData;
    const startMs = performance.now();
    try {
      const answer = await fetch(`${server?.url ?? ''}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${by.token}`,
          'Idempotency-Key': key,
          ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(GIVE_UP_MS),
      });
      const text = await answer.text();
      const ms = performance.now() - startMs;
      if (ms > this.slowest.ms) this.slowest = { ms, call: `${answer.status} ${method} ${path}` };
      const isAnswered = answer.status < 500;
      if (!isAnswered && answer.status !== 503) {
        this.faults.push(`${answer.status} ${method} ${path}: ${text}`);
      }
      if (answer.ok) {
        return { outcome: 'done', isAnswered, body: text === '' ? undefined : JSON.parse(text) };
      }
      // What is not there may be out of sight only, and a server in trouble may have done it.
      const isRefused = isAnswered && answer.status !== 404;
      return { outcome: isRefused ? 'refused' : 'unknown', isAnswered };
    } catch {
      // Killed on the way; it takes a moment to come back.
      await delay(AGAIN_MS);
      return { outcome: 'unknown', isAnswered: false };
    }
  }
}
