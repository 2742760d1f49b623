import { expect } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';
import type { Response } from 'supertest';

/** Expects that a rate limit refuses a call, until its window ends at most. */
export function expectRefused(answer: Response, windowMs: number): void {
  expect(answer.status).toBe(429);
  expect(ErrorAnswer.parse(answer.body)).toMatchObject({
    error: 'Too many requests. Please try again later.',
    code: 'too_many_requests',
  });
  const retryAfter = Number(answer.headers['retry-after']);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(windowMs / 1000);
}

/** Makes a call repeatedly, one at a time, and returns the statuses. */
export async function times(count: number, call: () => PromiseLike<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) statuses.push((await call()).status);
  return statuses;
}

export const all = (count: number, status: number) => Array<number>(count).fill(status);
