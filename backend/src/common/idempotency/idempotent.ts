import { createHash } from 'node:crypto';

import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { Types } from 'mongoose';
import { from, lastValueFrom } from 'rxjs';

import { InvalidInput } from '../errors/coded-errors.js';
import { IdempotencyService } from './idempotency.service.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The id for what this call makes. */
    newId?: string;
  }
}

const KEY_FORM = /^[A-Za-z0-9_-]{8,64}$/;

@Injectable()
class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly idempotency: IdempotencyService) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    if (typeof key !== 'string' || !KEY_FORM.test(key)) {
      throw new InvalidInput('Idempotency-Key must be 8 to 64 letters, digits, _ or -');
    }
    const answer = this.idempotency.once(
      `${request.caller?.id ?? ''}:${key}`,
      fingerprintOf(request),
      async (resultId) => {
        request.newId = resultId;
        const body: unknown = await lastValueFrom(next.handle());
        return { status: response.statusCode, body };
      },
    );
    return from(
      answer.then(({ status, body }) => {
        response.status(status);
        return body;
      }),
    );
  }
}

/** A call that does its work once however often it is sent with the same `Idempotency-Key`. Stands above what reads the body. */
export function Idempotent() {
  return applyDecorators(UseInterceptors(IdempotencyInterceptor));
}

/** The id for what this call makes; the same at every try with the same key. */
export const NewId = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const request = context.switchToHttp().getRequest<Request>();
  return request.newId ?? new Types.ObjectId().toString();
});

/** What is asked, files by what is in them. */
function fingerprintOf(request: Request): string {
  const files = Object.entries(request.formFiles ?? {})
    .map(([field, file]) => `${field} ${file?.sha256 ?? ''}`)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.path, request.body, files]))
    .digest('base64url');
}
