import type { Response } from 'supertest';

import { as, type Caller } from './callers.js';
import type { KickOff } from './kickoff.js';

/** Returns the bodies of all pages of a list, following the Link header like a client. */
export async function everyPage(
  kickoff: Pick<KickOff, 'url'>,
  by: Caller,
  address: string,
): Promise<unknown[]> {
  const pages: unknown[] = [];
  let next: string | undefined = address;
  while (next) {
    const answer: Response = await as(kickoff, by).get(next).expect(200);
    pages.push(answer.body);
    next = /^<(.*)>; rel="next"$/.exec(answer.headers['link'] ?? '')?.[1];
  }
  return pages;
}
