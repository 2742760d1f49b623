import { RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import { ErrorAnswer } from '@kickoff/contracts';
import { z } from 'zod';

import { Multipart } from '../http/multipart.js';
import type { Route } from '../http/route-table.js';
import { Answers } from './answers.js';

/** One call in the description. */
export interface Operation {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

/** An OpenAPI 3.0 document. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
}

const reflector = new Reflector();
const form = { target: 'openapi-3.0', io: 'input', unrepresentable: 'any' } as const;

/** Describes the real routes by the contract's own schemas. */
export function describeApi(routes: readonly Route[]): ApiDescription {
  const paths: ApiDescription['paths'] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    ...form,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return {
    openapi: '3.0.3',
    info: {
      title: 'KickOff',
      version: '1.0.0',
      description: 'The API of the football-fan social network.',
    },
    components: {
      schemas,
      securitySchemes: {
        fan: { type: 'http', scheme: 'bearer', description: 'Token of a fan' },
        fanCookie: { type: 'apiKey', in: 'cookie', name: 'kickoff_session' },
        admin: { type: 'http', scheme: 'bearer', description: 'Token of an admin' },
      },
    },
    paths,
  };
}

function operationOf(route: Route): Operation {
  const status = statusOf(route);
  const answer = reflector.get(Answers, route.handler);
  const body = inputOf(route, RouteParamtypes.BODY);
  const files = reflector.get(Multipart, route.handler);
  const bodyType = files ? 'multipart/form-data' : 'application/json';
  return {
    operationId: `${route.controller.name.replace(/Controller$/, '')}_${route.handlerName}`,
    tags: [route.path.split('/').slice(2, 3).join('')],
    security: securityOf(route),
    parameters: [
      ...[...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...queryOf(route),
    ],
    ...(body
      ? {
          requestBody: { content: { [bodyType]: { schema: withFiles(named(body), files ?? []) } } },
        }
      : {}),
    responses: {
      [status]: {
        description: 'As asked',
        ...(answer === undefined
          ? {}
          : { content: { 'application/json': { schema: answerSchema(answer) } } }),
      },
      default: {
        description: 'A refusal',
        content: { 'application/json': { schema: named(ErrorAnswer) } },
      },
    },
  };
}

function statusOf({ method, handler }: Route): number {
  const declared = reflector.get<number | undefined>(HTTP_CODE_METADATA, handler);
  return declared ?? (method === RequestMethod[RequestMethod.POST] ? 201 : 200);
}

function securityOf({ audience }: Route): Operation['security'] {
  if (audience === 'public') return [];
  return audience === 'admin' ? [{ admin: [] }] : [{ fan: [] }, { fanCookie: [] }];
}

function answerSchema(answer: z.ZodType | [z.ZodType]): unknown {
  return Array.isArray(answer) ? { type: 'array', items: named(answer[0]) } : named(answer);
}

/** A schema with a name is described once and pointed at. */
function named(schema: z.ZodType): unknown {
  const id = z.globalRegistry.get(schema)?.id;
  return id === undefined ? z.toJSONSchema(schema, form) : { $ref: `#/components/schemas/${id}` };
}

/** A form's files stand beside the text fields that the schema names. */
function withFiles(text: unknown, files: readonly string[]): unknown {
  if (files.length === 0) return text;
  const binary = { type: 'string', format: 'binary' };
  const properties = Object.fromEntries(files.map((file) => [file, binary]));
  return { allOf: [text, { type: 'object', properties }] };
}

function queryOf(route: Route): Operation['parameters'] {
  const schema = inputOf(route, RouteParamtypes.QUERY);
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, form);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }));
}

/** The schema that `@Body({ schema })` or `@Query({ schema })` gave to a handler. */
function inputOf({ controller, handlerName }: Route, type: RouteParamtypes): z.ZodType | undefined {
  const inputs: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName);
  for (const [key, input] of Object.entries(inputs ?? {})) {
    const given: unknown = input;
    if (!key.startsWith(`${type}:`) || typeof given !== 'object' || given === null) continue;
    if ('schema' in given && given.schema instanceof z.ZodType) return given.schema;
  }
  return undefined;
}
