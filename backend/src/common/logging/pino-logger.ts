import { types } from 'node:util';

import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, pino, type Logger } from 'pino';

import { requestContext } from './request-context.js';

/** Fields that are never logged, neither of an event nor of what it contains. */
const NEVER_LOGGED = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'authorization',
  'cookie',
];

/** The Nest logger on pino: one JSON line per event, with its facts and class. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(level: string, destination: DestinationStream = pino.destination(1)) {
    this.pino = pino(
      {
        level,
        base: undefined,
        timestamp: pino.stdTimeFunctions.isoTime,
        redact: { paths: NEVER_LOGGED.flatMap((name) => [name, `*.${name}`]), remove: true },
        mixin: () => ({ ...requestContext.get() }),
      },
      destination,
    );
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest passes the class last, and an error's stack before it. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    if (types.isNativeError(message)) {
      // Errors of the driver carry its whole server topology besides the message.
      const { name, stack } = message;
      this.pino[level]({ context, event: 'failed', error: name, message: message.message, stack });
      return;
    }
    const stack = rest.length > 1 ? rest[0] : undefined;
    const isOurs = typeof message === 'object' && message !== null;
    const facts = isOurs ? message : { event: message };
    // Nest logs sentences at the start; our classes log events.
    this.pino[level === 'info' && !isOurs ? 'debug' : level]({
      context,
      ...facts,
      ...(stack === undefined ? {} : { stack }),
    });
  }
}
