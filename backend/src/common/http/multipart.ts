import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { NoFilesInterceptor } from '@nestjs/platform-express';

const limits = { parts: 12, fields: 12, files: 0, fieldNameSize: 100, fieldSize: 100 * 1024 };

/** Marks a route whose body is a form with text fields, read by multer and not as JSON. */
export const Multipart = Reflector.createDecorator<boolean | undefined>();

/** A route that takes `multipart/form-data` with text fields alone. */
export function FormFields() {
  return applyDecorators(Multipart(true), UseInterceptors(NoFilesInterceptor({ limits })));
}
