import { setTimeout as delay } from 'node:timers/promises';

import type { Caller } from '../callers.js';
import type { Place } from './running-cluster.js';

const PAUSE_MS = 100;
/** No client waits longer. */
const RESPONSE_LIMIT_MS = 10_000;

/** Sends one call again and again, and measures how long none succeeds. */
export class Probe {
  /** Responses with a server error other than 503. */
  readonly faults: string[] = [];
  private running: Promise<void> | undefined;
  private isOver = false;
  private successMs = 0;
  private worstMs = 0;

  /** @param call returns the status of the response */
  constructor(private readonly call: () => Promise<number>) {}

  begin(): void {
    this.successMs = performance.now();
    this.running = this.run();
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** The longest time between two successes since the last question, in ms. */
  takeWorstMs(): number {
    const worst = Math.max(this.worstMs, performance.now() - this.successMs);
    this.worstMs = 0;
    return worst;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const status = await this.call().catch(() => undefined);
      if (status !== undefined && status >= 500 && status !== 503) {
        this.faults.push(`${status} of a probe`);
      }
      if (status === 200) {
        const now = performance.now();
        this.worstMs = Math.max(this.worstMs, now - this.successMs);
        this.successMs = now;
      }
      await delay(PAUSE_MS);
    }
  }
}

/** Reads the feed. */
export function aReadProbe(place: Place, by: Caller): Probe {
  return new Probe(() => statusOf(place, by, '/api/pt/posts?limit=5', {}));
}

/** Likes a post and takes that back. */
export function aWriteProbe(place: Place, by: Caller, post: string): Probe {
  let liked = false;
  return new Probe(() => {
    liked = !liked;
    return statusOf(place, by, `/api/pt/posts/${post}/like`, {
      method: 'POST',
      body: JSON.stringify({ liked }),
    });
  });
}

async function statusOf(
  { url }: Place,
  { token }: Caller,
  path: string,
  request: RequestInit,
): Promise<number> {
  const answer = await fetch(url + path, {
    ...request,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
  });
  await answer.arrayBuffer();
  return answer.status;
}
