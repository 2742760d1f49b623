import { expect } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';
import type { Response } from 'supertest';

/** Expects an error response in the shape of the contract, with the id of its request. */
export function expectRefusal(answer: Response, status: number, error?: string): void {
  expect({ status: answer.status, ...ErrorAnswer.parse(answer.body) }).toMatchObject({
    status,
    ...(error === undefined ? {} : { error }),
    requestId: answer.headers['x-request-id'],
  });
}
