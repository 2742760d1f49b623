import { describe, expect, it, jest } from '@jest/globals';
import type { Request, Response } from 'express';

import { compressed } from './compressed.js';

/** A response behind the middleware, for a client that accepts Brotli. */
function aResponse() {
  const sent: unknown[] = [];
  const response = {
    headersSent: false,
    send(body: unknown) {
      sent.push(body);
      return this;
    },
    get: (name: string) => (name === 'Content-Type' ? 'application/json' : undefined),
    set: jest.fn(),
    vary: jest.fn(),
  };
  const request = { acceptsEncodings: (one: string) => one === 'br' && one };
  compressed(request as unknown as Request, response as unknown as Response, () => undefined);
  return { response, sent };
}

describe('compressed', () => {
  it('compresses 64 kB synchronously', () => {
    const { response, sent } = aResponse();

    response.send('a'.repeat(64 * 1024));

    expect(sent).toHaveLength(1);
  });

  it.each([
    ['of one byte a character', 'a'.repeat(64 * 1024 + 1)],
    ['of three bytes a character', '語'.repeat(22_000)],
  ])('compresses more than 64 kB off the event loop (%s)', async (_what, body) => {
    const { response, sent } = aResponse();

    response.send(body);

    expect(sent).toEqual([]);
    while (sent.length === 0) await new Promise(setImmediate);
    expect(sent).toEqual([expect.any(Buffer)]);
  });
});
