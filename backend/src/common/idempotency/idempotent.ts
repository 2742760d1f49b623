import { createHash } from 'node:crypto';

import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom } from 'rxjs';
import { z } from 'zod';

import { newId } from '../../common/mongo/ids.js';
import { InvalidInput } from '../errors/coded-errors.js';
import { HeaderSchemas } from '../http/inputs.js';
import { type CallResult, IdempotencyService } from './idempotency.service.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The result that this request creates, if it carries a key. */
    callResult?: CallResult;
  }
}

const KEY_FORM = /^[A-Za-z0-9_-]{8,64}$/;
const RESULT_ID = Symbol('id of the result in an answer');

/** Reads the id of the result from a response. */
type ReadResultId<Answer> = (answer: Answer) => string;

@Injectable()
class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    if (typeof key !== 'string' || !KEY_FORM.test(key)) {
      throw new InvalidInput('Idempotency-Key must be 8 to 64 letters, digits, _ or -');
    }
    const readResultId = this.reflector.get<ReadResultId<unknown> | undefined>(
      RESULT_ID,
      context.getHandler(),
    );
    const answer = this.idempotency.once(
      `${request.caller?.id ?? ''}:${key}`,
      fingerprintOf(request),
      async (result) => {
        request.callResult = result;
        const body: unknown = await lastValueFrom(next.handle());
        const resultId = readResultId?.(body) ?? result.id;
        return { status: response.statusCode, body, resultId };
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

/**
 * Makes a route idempotent by `Idempotency-Key`. Place it above decorators that read the body.
 *
 * @param readResultId if the response may name another result than `ResultOfCall` gave
 */
export function Idempotent<Answer>(readResultId?: ReadResultId<Answer>) {
  return applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    HeaderSchemas({ 'Idempotency-Key': z.string().regex(KEY_FORM).optional() }),
    ...(readResultId ? [SetMetadata(RESULT_ID, readResultId)] : []),
  );
}

/** The result to create; equal for all attempts with the same key. */
export const ResultOfCall = createParamDecorator(
  (_: unknown, context: ExecutionContext): CallResult => {
    const request = context.switchToHttp().getRequest<Request>();
    return request.callResult ?? { id: newId(), exists: false };
  },
);

/** Hashes the request; files by their contents. */
function fingerprintOf(request: Request): string {
  const files = Object.entries(request.formFiles ?? {})
    .map(([field, file]) => `${field} ${file?.sha256 ?? ''}`)
    .sort();
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.path, request.body, files]))
    .digest('base64url');
}
