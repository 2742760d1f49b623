import { Body, Param, type PipeTransform, Query } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { z } from 'zod';

import { ID, validId } from './valid-id.js';

/** Schemas by the name of a parameter. */
export type NamedSchemas = Readonly<Record<string, z.ZodType>>;

type QueryObject = z.ZodObject<Record<string, z.ZodType>>;

/** Input schemas of a handler, for the API description. */
export const BodySchema = Reflector.createDecorator<z.ZodType | undefined>();
export const QuerySchema = Reflector.createDecorator<QueryObject | undefined>();
export const PathSchemas = Reflector.createDecorator<NamedSchemas | undefined>();
export const HeaderSchemas = Reflector.createDecorator<NamedSchemas | undefined>();

const reflector = new Reflector();

/** The body, checked against a schema of the contract. */
export function ValidBody(schema: z.ZodType): ParameterDecorator {
  return marked(Body({ schema }), () => BodySchema(schema));
}

/** The query, checked against a schema of the contract. */
export function ValidQuery(schema: QueryObject): ParameterDecorator {
  return marked(Query({ schema }), () => QuerySchema(schema));
}

/** A part of the path that may be any text; NUL is refused in every address. */
export const pathText = z.string().regex(/^[^\u0000]+$/);

/** A path parameter. The pipe responds 404 to a value outside the schema. */
export function PathParam(
  name: string,
  schema: z.ZodType,
  ...pipes: PipeTransform<string, string>[]
): ParameterDecorator {
  return marked(Param(name, ...pipes), (handler) =>
    PathSchemas({ ...reflector.get(PathSchemas, handler), [name]: schema }),
  );
}

/** A path parameter that is an id, in its stored form. */
export function ValidId(name: string): ParameterDecorator {
  return PathParam(name, z.string().regex(ID), validId);
}

type Handler = Parameters<Reflector['get']>[1];

function marked(
  decorate: ParameterDecorator,
  markOf: (handler: Handler) => MethodDecorator,
): ParameterDecorator {
  return (target, name, index) => {
    decorate(target, name, index);
    const descriptor =
      name === undefined ? undefined : Object.getOwnPropertyDescriptor(target, name);
    const handler: unknown = descriptor?.value;
    if (name === undefined || !descriptor || typeof handler !== 'function') return;
    markOf(handler)(target, name, descriptor);
  };
}
