import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { ErrorAnswer } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { AllowedMethods } from '../http/allowed-methods.js';
import { LogThrottle } from '../logging/log-throttle.js';
import { isDatabaseAway, isDuplicateKey } from '../mongo/database-away.js';
import {
  CodedError,
  Conflict,
  InvalidInput,
  MethodNotAllowed,
  TooLarge,
  Unavailable,
  UnsupportedMedia,
} from './coded-errors.js';

/** Errors logged as security events (SECURITY-BAR §4). */
const SECURITY_EVENTS = new Set([401, 403, 429]);

/** Converts errors to the error response (API.md §1) and logs them; nothing else does either. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);
  private readonly unavailable = new LogThrottle();

  constructor(private readonly allowedMethods: AllowedMethods) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    // Already answered by AnswerDeadline: the database was unavailable for too long.
    if (response.writableEnded) return;
    const coded = this.toCodedError(error, request);

    this.logError(coded, error, request);
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response
      .status(coded.status)
      .set(coded.facts.headers ?? {})
      .json(errorAnswer(coded, request.requestId));
  }

  /** Maps any thrown value to a coded error; an unknown one is a bug and returns 500. */
  private toCodedError(error: unknown, request: Request): CodedError {
    if (error instanceof CodedError) return error;
    if (isDatabaseAway(error)) return new Unavailable();
    if (isDuplicateKey(error)) return new Conflict('This already exists');
    if (error instanceof HttpException) return this.fromNest(error, request);
    if (hasStatus(error)) return fromBodyReader(error.status);
    return internal();
  }

  /** Nest throws for paths and methods without a route; our code throws coded errors. */
  private fromNest(error: HttpException, request: Request): CodedError {
    if (error.getStatus() !== 404) return fromBodyReader(error.getStatus());
    const allowed = this.allowedMethods.at(request.path);
    if (allowed.length > 0) return new MethodNotAllowed(allowed);
    return new CodedError('not_found', 'This address does not exist');
  }

  private logError(coded: CodedError, error: unknown, request: Request): void {
    if (coded.status === 500) {
      this.logger.error(
        { event: 'request_failed', code: coded.code },
        error instanceof Error ? error.stack : undefined,
      );
    } else if (coded.status === 503) {
      const cause = error instanceof Error ? error.name : undefined;
      // The request's own log line has its status; one line per minute states the cause of an
      // outage.
      this.unavailable.run((count) => this.logger.warn({ event: 'unavailable', cause, count }));
    } else if (SECURITY_EVENTS.has(coded.status)) {
      this.logger.warn({ event: 'refused', code: coded.code, callerId: request.caller?.id });
    }
  }
}

/** The body of an error response. */
export function errorAnswer(error: CodedError, requestId: string): ErrorAnswer {
  return {
    error: error.message,
    ...error.facts.beside,
    code: error.code,
    ...(error.facts.details ? { details: error.facts.details } : {}),
    requestId,
  };
}

function internal(): CodedError {
  return new CodedError('internal', 'Something went wrong on our side. Please try again.');
}

function fromBodyReader(status: number): CodedError {
  if (status === 413) return new TooLarge('The request is too large');
  if (status === 415) return new UnsupportedMedia('This content type is not accepted here');
  if (status === 400) return new InvalidInput('The request could not be read');
  if (status === 503) return new Unavailable();
  return internal();
}

/** Errors of Express and its body readers carry a status. */
function hasStatus(error: unknown): error is { status: number } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number'
  );
}
