import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { z } from 'zod';

import { InvalidInput } from '../errors/coded-errors.js';
import { type NamedSchemas, QuerySchema } from './inputs.js';

/** Rejects a repeated parameter, unless the query schema of the route declares an array for it. */
@Injectable()
export class QueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    // Express parses the query on each access.
    if (!request.url.includes('?')) return true;
    const schemas: NamedSchemas =
      this.reflector.get(QuerySchema, context.getHandler())?.shape ?? {};
    for (const [name, value] of Object.entries(request.query)) {
      if (Array.isArray(value) && !isArray(schemas[name])) {
        throw new InvalidInput('The address names a parameter twice');
      }
    }
    return true;
  }
}

function isArray(schema: z.ZodType | undefined): boolean {
  return (schema instanceof z.ZodOptional ? schema.unwrap() : schema) instanceof z.ZodArray;
}
