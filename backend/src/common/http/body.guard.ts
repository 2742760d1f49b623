import { isUtf8 } from 'node:buffer';

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
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
 * Reads JSON bodies, and lets no call on whose body cannot be read. It stands
 * behind the guard of access, so that a caller without a session is refused
 * before a byte of the body is read. No interceptor, because one around every
 * call costs each of them a stream. No body at all reads as an empty object:
 * the missing fields then speak for themselves.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.reflector.get(Multipart, context.getHandler())) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    request.body = {};
    return hasBody(request) ? this.read(request, http.getResponse<Response>()) : true;
  }

  private async read(request: Request, response: Response): Promise<boolean> {
    requireJson(request);
    await read(request, response);
    requirePlainBody(request.body);
    return true;
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
