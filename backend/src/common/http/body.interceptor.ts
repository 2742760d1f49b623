import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import express, { type Request, type Response } from 'express';

import { InvalidInput, UnsupportedMedia } from '../errors/coded-errors.js';
import { Multipart } from './multipart.js';

const readJson = express.json({
  limit: '100kb',
  type: () => true,
  verify: (_request, _response, bytes) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new InvalidInput('The request is not valid UTF-8');
    }
  },
});

/**
 * Reads JSON bodies. An interceptor and not a middleware, so that a caller
 * without a session is refused before a byte of the body is read.
 */
@Injectable()
export class BodyInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const isMultipart = this.reflector.get(Multipart, context.getHandler());
    if (!isMultipart && hasBody(request)) {
      requireJson(request);
      await read(request, http.getResponse<Response>());
    }
    return next.handle();
  }
}

function hasBody(request: Request): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0
  );
}

function requireJson(request: Request): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';');
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isUtf8 = !charset || /^\s*charset="?utf-?8"?\s*$/.test(charset);
  if (type.trim() !== 'application/json' || !isUtf8) {
    throw new UnsupportedMedia('The body must be JSON in UTF-8');
  }
}

function read(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    readJson(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else
        reject(error instanceof Error ? error : new InvalidInput('The request could not be read'));
    });
  });
}
