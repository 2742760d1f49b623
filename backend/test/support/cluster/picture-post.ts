import { randomUUID } from 'node:crypto';

import { Post } from '@kickoff/contracts';

import type { Caller } from '../callers.js';
import { aPicture } from '../pictures.js';
import { until } from '../until.js';
import type { Place } from './running-cluster.js';

const WITHIN_MS = 90_000;

/** Posts a picture, with the same key until it is acknowledged; returns the path of its file. */
export async function postPicture({ url }: Place, { token }: Caller): Promise<string> {
  const key = randomUUID();
  const form = new FormData();
  form.set('text', `picture ${key}`);
  form.set('image', new Blob([new Uint8Array(await aPicture())]));
  return until(async () => {
    const answer = await fetch(`${url}/api/pt/posts`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
      body: form,
    });
    return answer.ok ? Post.parse(await answer.json()).image : undefined;
  }, WITHIN_MS);
}

/** The status and size of a file at each place, in words: the same everywhere if all of them serve it. */
export function filesAt(places: readonly Place[], path: string): Promise<string[]> {
  return Promise.all(
    places.map(async ({ url }) => {
      const answer = await fetch(`${url}/api/uploads/${path}`);
      return `${answer.status}, ${(await answer.arrayBuffer()).byteLength} bytes`;
    }),
  );
}
