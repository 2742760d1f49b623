import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Logger,
} from '@nestjs/common';
import type { ErrorAnswer } from '@kickoff/contracts';
import type { Request, Response } from 'express';

import { isDatabaseAway } from '../mongo/database-away.js';
import {
  CodedError,
  InvalidInput,
  TooLarge,
  Unavailable,
  UnsupportedMedia,
} from './coded-errors.js';

/** The one place that knows the shape of an error answer (API.md §1). Errors are logged here and only here. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(ErrorFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const coded = toCodedError(error);

    if (coded.status >= 500) {
      this.logger.error(
        { event: 'requestFailed', requestId: request.requestId, code: coded.code },
        error instanceof Error ? error.stack : undefined,
      );
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const answer: ErrorAnswer = {
      error: coded.message,
      code: coded.code,
      ...coded.facts.beside,
      ...(coded.facts.details ? { details: coded.facts.details } : {}),
      requestId: request.requestId,
    };
    response
      .status(coded.status)
      .set(coded.facts.headers ?? {})
      .json(answer);
  }
}

/** Turns whatever was thrown into a refusal; what has no name here is a bug and answers 500. */
function toCodedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error;
  if (isDatabaseAway(error)) return new Unavailable();
  if (error instanceof HttpException) return fromNest(error);
  if (isBodyError(error)) return fromBodyReader(error.status);
  return new CodedError('internal', 'Something went wrong on our side. Please try again.');
}

/** Nest itself throws only for unknown routes; our own code throws coded errors. */
function fromNest(error: HttpException): CodedError {
  const status = error.getStatus();
  if (status === 404) return new CodedError('not_found', 'This address does not exist');
  if (status === 503) return new Unavailable();
  return fromBodyReader(status);
}

function fromBodyReader(status: number): CodedError {
  if (status === 413) return new TooLarge('The request is too large');
  if (status === 415) return new UnsupportedMedia('This content type is not accepted here');
  if (status === 400) return new InvalidInput('The request could not be read');
  return new CodedError('internal', 'Something went wrong on our side. Please try again.');
}

/** Errors of Express' body readers carry a status. */
function isBodyError(error: unknown): error is { status: number } {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number'
  );
}
