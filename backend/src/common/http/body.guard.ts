import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import getRawBody from 'raw-body';
import { z } from 'zod';

import { Admission } from '../admission/admission.js';
import { InvalidInput, UnsupportedMedia } from '../errors/coded-errors.js';
import { hasBody, requirePlainBody } from './body-rules.js';
import { BodySchema } from './inputs.js';
import { Multipart } from './multipart.js';

/** Timeout of a body (SECURITY-BAR §5). */
const BODY_TIMEOUT_MS = 30_000;

const MAX_BYTES = 100 * 1024;

/** A route's own byte limit, where it is lower than the general one. */
export const BodyLimit = Reflector.createDecorator<number | undefined>();

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads JSON bodies and rejects requests whose body is unreadable. Runs after the access guard, so
 * that a caller without a session is refused before the body is read. Not an interceptor, which
 * would cost each request a stream. A missing body is an empty object, so that validation reports
 * the missing fields.
 */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.reflector.get(Multipart, context.getHandler())) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    request.body = {};
    const limit = this.reflector.get(BodyLimit, context.getHandler()) ?? MAX_BYTES;
    if (!hasBody(request)) return true;
    const takesList = this.reflector.get(BodySchema, context.getHandler()) instanceof z.ZodArray;
    return this.read(request, http.getResponse<Response>(), { limit, takesList });
  }

  private async read(
    request: Request,
    response: Response,
    { limit, takesList }: { limit: number; takesList: boolean },
  ): Promise<boolean> {
    requireJson(request);
    const bytes = await this.admission.outside(request, () => readBytes(request, response, limit));
    if (bytes.length > 0) request.body = parseBody(bytes);
    requirePlainBody(request.body, takesList);
    return true;
  }
}

function requireJson({ headers }: Request): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isInUtf8 = !charset || /^\s*charset="?utf-?8"?\s*$/.test(charset);
  if (type.trim() !== 'application/json' || !isInUtf8) {
    throw new UnsupportedMedia('The body must be JSON in UTF-8');
  }
  // A small compressed body can expand without bound; none of our clients sends one.
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new UnsupportedMedia('The body must not be compressed');
  }
}

/**
 * Reads the bytes of the body. Rejects one that is too long while it arrives, also an endless one.
 */
async function readBytes(request: Request, response: Response, limit: number): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      response.set('Connection', 'close');
      reject(new InvalidInput('The body did not arrive in time'));
    }, BODY_TIMEOUT_MS);
  });
  const length = request.headers['content-length'] ?? null;
  try {
    return await Promise.race([getRawBody(request, { length, limit }), late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseBody(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    const isText = error instanceof SyntaxError;
    throw new InvalidInput(
      isText ? 'The request could not be read' : 'The request is not valid UTF-8',
    );
  }
}
