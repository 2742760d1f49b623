import { isUtf8 } from 'node:buffer';

import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type Response } from 'express';

import { CodedError, InvalidInput, UnsupportedMedia } from '../errors/coded-errors.js';
import { hasBody, requirePlainBody } from './body-rules.js';
import { Multipart } from './multipart.js';

/** A body must have arrived by then (SECURITY-BAR §5). */
const BODY_TIMEOUT_MS = 30_000;

const NOT_UTF8 = 'The request is not valid UTF-8';

const readJson = express.json({
  limit: '100kb',
  // A small compressed body can grow without bound; no client of ours sends one.
  inflate: false,
  type: () => true,
  verify: (_request, _response, bytes) => {
    // Not a coded error: the reader writes its own status on whatever is thrown here.
    if (!isUtf8(bytes)) throw new Error(NOT_UTF8);
  },
});

/**
 * Reads JSON bodies. An interceptor and not a middleware, so that a caller
 * without a session is refused before a byte of the body is read. No body at
 * all reads as an empty object: the missing fields then speak for themselves.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!this.reflector.get(Multipart, context.getHandler())) {
      request.body = {};
      if (hasBody(request)) {
        requireJson(request);
        await read(request, http.getResponse<Response>());
        requirePlainBody(request.body);
      }
    }
    return next.handle();
  }
}

function requireJson(request: Request): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';');
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isInUtf8 = !charset || /^\s*charset="?utf-?8"?\s*$/.test(charset);
  if (type.trim() !== 'application/json' || !isInUtf8) {
    throw new UnsupportedMedia('The body must be JSON in UTF-8');
  }
}

function read(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      response.set('Connection', 'close');
      reject(new InvalidInput('The body did not arrive in time'));
    }, BODY_TIMEOUT_MS);
    // Express' reader sets nothing where it met an empty body.
    readJson(request, response, (error?: unknown) => {
      clearTimeout(timer);
      if (error === undefined) {
        request.body ??= {};
        resolve();
      } else if (error instanceof Error && error.message === NOT_UTF8) {
        reject(new InvalidInput(NOT_UTF8));
      } else {
        reject(error instanceof Error ? error : new CodedError('internal', 'No error was given'));
      }
    });
  });
}
