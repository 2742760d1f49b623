import { beforeEach, describe, expect, it } from '@jest/globals';
import { mongo } from 'mongoose';

import { PinoLogger } from './pino-logger.js';

describe('PinoLogger', () => {
  let lines: string[];
  let logger: PinoLogger;

  beforeEach(() => {
    lines = [];
    logger = new PinoLogger('trace', { write: (line) => void lines.push(line) });
  });

  it("logs name, message and stack of an error without the driver's topology", () => {
    const away = Object.assign(new mongo.MongoNetworkError('connection 7 closed'), {
      reason: { servers: { 'db:27017': { type: 'Unknown' } } },
    });

    logger.error(away, 'Scheduler');

    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 50,
      time: expect.any(String),
      event: 'failed',
      context: 'Scheduler',
      error: 'MongoNetworkError',
      message: 'connection 7 closed',
      stack: expect.stringContaining('pino-logger.spec'),
    });
  });

  it.each(['password', 'newPassword', 'currentPassword', 'token', 'authorization', 'cookie'])(
    'removes the field %s of an event and of what it contains',
    (name) => {
      logger.log({ event: 'odd', [name]: 'secret', headers: { [name]: 'secret', host: 'own' } });

      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'odd', headers: { host: 'own' } });
      expect(lines[0]).not.toContain('secret');
    },
  );

  it('logs an event with its fields', () => {
    logger.warn({ event: 'unavailable', cause: 'x' }, 'ErrorFilter');

    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      event: 'unavailable',
      cause: 'x',
      context: 'ErrorFilter',
    });
  });
});
