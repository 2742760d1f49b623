import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { from, lastValueFrom } from 'rxjs';

import { Admission } from '../admission/admission.js';
import { hasBody } from './body-rules.js';
import { type FileField, FormReader } from './form-reader.js';
import { type IncomingFile, IncomingFiles } from './incoming-files.js';

/** The files of a form by field. They are deleted when the request is answered. */
export type FormFiles = Readonly<Partial<Record<string, IncomingFile>>>;

declare module 'express-serve-static-core' {
  interface Request {
    formFiles?: FormFiles;
  }
}

/** Marks a route whose body is a form rather than JSON, with its file fields. */
export const Multipart = Reflector.createDecorator<readonly FileField[] | undefined>();

/** Reads a form before the handler runs, and always deletes its files afterwards. */
@Injectable()
class FormFieldsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly reader: FormReader,
    private readonly incoming: IncomingFiles,
    private readonly admission: Admission,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<Request>();
    const fileFields = this.reflector.get(Multipart, context.getHandler()) ?? [];
    return from(this.around(request, fileFields, next));
  }

  private async around(
    request: Request,
    fileFields: readonly FileField[],
    next: CallHandler,
  ): Promise<unknown> {
    request.body = {};
    request.formFiles = {};
    if (!hasBody(request)) return lastValueFrom(next.handle());
    const { text, files } = await this.admission.outside(request, () =>
      this.reader.read(request, fileFields),
    );
    try {
      request.body = text;
      request.formFiles = Object.fromEntries(
        files.filter(({ bytes }) => bytes > 0).map((file) => [file.field, file]),
      );
      return await lastValueFrom(next.handle());
    } finally {
      await this.incoming.remove(files.map(({ path }) => path));
    }
  }
}

/**
 * A route that accepts `multipart/form-data`: text, and at most one file in each of these fields.
 */
export function FormFields(...fileFields: FileField[]) {
  return applyDecorators(Multipart(fileFields), UseInterceptors(FormFieldsInterceptor));
}

/** The files of the form. */
export const FormFiles = createParamDecorator(
  (_: unknown, context: ExecutionContext): FormFiles =>
    context.switchToHttp().getRequest<Request>().formFiles ?? {},
);
