import { isUtf8 } from 'node:buffer';

import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import multer from 'multer';

import { InvalidInput, TooLarge, UnsupportedMedia } from '../errors/coded-errors.js';
import { hasBody, requireFieldName } from './body-rules.js';

declare module 'multer' {
  interface Options {
    /** Of text fields that name no charset of their own; multer knows it, its types do not yet. */
    defCharset?: string;
  }
}

/** Marks a route whose body is a form with text fields, read by multer and not as JSON. */
export const Multipart = Reflector.createDecorator<boolean | undefined>();

const readForm = multer({
  limits: {
    parts: 12,
    fieldNameSize: 100,
    fieldSize: 100 * 1024,
    fieldNestingDepth: 0,
  },
  // One character a byte, so that invalid UTF-8 can be told from a replacement sign that was sent.
  defCharset: 'latin1',
  // A file input that was left empty has no name and no bytes and never comes by here.
  fileFilter: (_request, _file, done) => {
    done(new InvalidInput('The form has a file that does not belong here'));
  },
}).any();

/** Reads a form of text fields and holds it to the rules for bodies. */
@Injectable()
class FormFieldsInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler) {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    request.body = {};
    if (hasBody(request)) {
      if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
        throw new UnsupportedMedia('The body must be a form (multipart/form-data)');
      }
      await read(request, http.getResponse<Response>());
      request.body = textFields(request.body);
    }
    return next.handle();
  }
}

/** A route that takes `multipart/form-data` with text fields alone. */
export function FormFields() {
  return applyDecorators(Multipart(true), UseInterceptors(FormFieldsInterceptor));
}

function read(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void readForm(request, response, (error: unknown) => {
      if (error === undefined) resolve();
      else reject(refusal(error));
    });
  });
}

/** Multer's own words are for programmers. Its other errors tell of a form that is cut short or malformed. */
function refusal(error: unknown): Error {
  if (error instanceof InvalidInput) return error;
  if (!(error instanceof multer.MulterError)) {
    return new InvalidInput('The form could not be read');
  }
  if (error.code === 'LIMIT_FIELD_VALUE') return new TooLarge('A field of the form is too large');
  if (error.code === 'LIMIT_PART_COUNT') return new InvalidInput('The form has too many fields');
  return new InvalidInput('The form has a field that is not allowed');
}

function textFields(form: unknown): Record<string, string> {
  if (typeof form !== 'object' || form === null) return {};
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      requireFieldName(name);
      if (typeof value !== 'string' || /[[\]]/.test(name)) {
        throw new InvalidInput('The form has a field that is not allowed');
      }
      const bytes = Buffer.from(value, 'latin1');
      if (!isUtf8(bytes)) throw new InvalidInput('The form is not valid UTF-8');
      return [name, bytes.toString()];
    }),
  );
}
