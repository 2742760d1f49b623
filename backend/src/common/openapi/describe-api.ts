import { RequestMethod } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ErrorAnswer } from '@kickoff/contracts';
import { z } from 'zod';

import { FIELD_NAME, LIMITS } from '../http/body-rules.js';
import { acceptedTypes, type FileField, FORM_RULES } from '../http/form-reader.js';
import { BodySchema, HeaderSchemas, PathSchemas, QuerySchema } from '../http/inputs.js';
import { Multipart } from '../http/multipart.js';
import type { Route } from '../http/route-table.js';
import { Answers, ProducedTypes, SuccessStatuses } from './answers.js';

type JsonSchema = Record<string, unknown>;

interface Content {
  schema?: JsonSchema;
  encoding?: Record<string, { contentType: string }>;
}

/** One operation in the description. */
export interface Operation {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

/** An OpenAPI 3.1 document. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string };
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
}

const FORM = 'multipart/form-data';

const SCHEMAS = '#/components/schemas/';
const UNKNOWN_FIELD = 'UnknownField';

/** Rules for every object of a JSON body. Unknown fields are ignored. */
const JSON_FIELDS = {
  maxProperties: LIMITS.keys,
  propertyNames: { pattern: FIELD_NAME.source },
  additionalProperties: { $ref: `${SCHEMAS}${UNKNOWN_FIELD}` },
};

const unknownField = {
  description: 'A field that no call reads',
  anyOf: [
    { type: ['null', 'boolean', 'number', 'string'] },
    { type: 'array', maxItems: LIMITS.items, items: JSON_FIELDS.additionalProperties },
    { type: 'object', ...JSON_FIELDS },
  ],
};

/** Rules for a form. Unknown text fields are ignored. */
const FORM_FIELDS = {
  maxProperties: FORM_RULES.maxFields,
  propertyNames: {
    allOf: [FIELD_NAME, FORM_RULES.fieldName].map(({ source }) => ({ pattern: source })),
  },
  additionalProperties: { type: 'string' },
};

const reflector = new Reflector();
const options = { io: 'input', unrepresentable: 'any' } as const;

/** Describes the actual routes by the schemas of the contracts. */
export function describeApi(routes: readonly Route[]): ApiDescription {
  const paths: ApiDescription['paths'] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    ...options,
    uri: (id) => `${SCHEMAS}${id}`,
  });
  const named = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, plain(schema)]),
  );
  for (const { requestBody } of Object.values(paths).flatMap((calls) => Object.values(calls))) {
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
      addRules(schema, type === FORM ? FORM_FIELDS : JSON_FIELDS, named);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'KickOff',
      version: '1.0.0',
      description: 'The API of the football-fan social network.',
    },
    components: {
      schemas: { ...named, [UNKNOWN_FIELD]: unknownField },
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
  const body = reflector.get(BodySchema, route.handler);
  return {
    operationId: `${route.controller.name.replace(/Controller$/, '')}_${route.handlerName}`,
    tags: [route.path.split('/').slice(2, 3).join('')],
    security: securityOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(body ? { requestBody: requestBodyOf(route, body) } : {}),
    responses: {
      ...successesOf(route),
      default: {
        description: 'A refusal',
        content: { 'application/json': { schema: toJsonSchema(ErrorAnswer) } },
      },
    },
  };
}

function securityOf({ audience }: Route): Operation['security'] {
  if (audience === 'public') return [];
  return audience === 'admin' ? [{ admin: [] }] : [{ fan: [] }, { fanCookie: [] }];
}

function successesOf({ method, handler }: Route): Operation['responses'] {
  const statuses = reflector.get(SuccessStatuses, handler) ?? [
    method === RequestMethod[RequestMethod.POST] ? 201 : 200,
  ];
  const answer = reflector.get(Answers, handler);
  const types = reflector.get(ProducedTypes, handler) ?? [];
  const content: Record<string, Content> = {
    ...(answer ? { 'application/json': { schema: answerSchema(answer) } } : {}),
    ...Object.fromEntries(types.map((type) => [type, {}])),
  };
  const isEmpty = Object.keys(content).length === 0;
  const success = { description: 'As asked', ...(isEmpty ? {} : { content }) };
  return Object.fromEntries(statuses.map((status) => [status, success]));
}

function answerSchema(answer: z.ZodType | [z.ZodType]): JsonSchema {
  return Array.isArray(answer)
    ? { type: 'array', items: toJsonSchema(answer[0]) }
    : toJsonSchema(answer);
}

function requestBodyOf({ handler }: Route, body: z.ZodType): Operation['requestBody'] {
  // No body reads as an empty object.
  const required = !body.safeParse({}).success;
  const files = reflector.get(Multipart, handler);
  if (!files) return { required, content: { 'application/json': { schema: toJsonSchema(body) } } };
  const schema = formSchema(body, files);
  // A schema of the text fields cannot require one of several fields if one of them is a file.
  return {
    required: required || 'anyOf' in schema,
    content: { [FORM]: formContent(schema, files) },
  };
}

/**
 * Adds a form's files to the text fields of its schema. One object, because tools look there for
 * the parts of a form.
 */
function formSchema(text: z.ZodType, files: readonly FileField[]): JsonSchema {
  const title = z.globalRegistry.get(text)?.id ?? '';
  const { $defs = {}, ...unnamed } = z.toJSONSchema(text, options);
  const schema = $defs[title] ?? unnamed;
  const binary = { type: 'string', format: 'binary' };
  const parts = Object.fromEntries(files.map((file) => [file, binary]));
  return { title, ...plain(schema), properties: { ...schema.properties, ...parts } };
}

function formContent(schema: JsonSchema, files: readonly FileField[]): Content {
  const encoding = Object.fromEntries(
    files.map((file) => [file, { contentType: acceptedTypes(file).join(', ') }]),
  );
  return { schema, encoding };
}

function pathParameters({ path, handler }: Route): Operation['parameters'] {
  const schemas = reflector.get(PathSchemas, handler) ?? {};
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: toJsonSchema(schemas[name] ?? z.string()),
  }));
}

function queryParameters({ handler }: Route): Operation['parameters'] {
  const { shape = {} } = reflector.get(QuerySchema, handler) ?? {};
  return Object.entries(shape).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: withoutNul(toJsonSchema(schema)),
  }));
}

function headerParameters({ handler }: Route): Operation['parameters'] {
  return Object.entries(reflector.get(HeaderSchemas, handler) ?? {}).map(([name, schema]) => ({
    name,
    in: 'header',
    required: false,
    schema: toJsonSchema(schema),
  }));
}

/** NUL is refused in every address. */
function withoutNul(schema: JsonSchema): JsonSchema {
  const isAnyText = schema['type'] === 'string' && !('pattern' in schema) && !('enum' in schema);
  return isAnyText ? { ...schema, pattern: '^[^\\u0000]*$' } : schema;
}

/** A schema with a name is described once and referenced. */
function toJsonSchema(schema: z.core.$ZodType): JsonSchema {
  const id = z.globalRegistry.get(schema)?.id;
  return id === undefined ? plain(z.toJSONSchema(schema, options)) : { $ref: `${SCHEMAS}${id}` };
}

/** Inside an OpenAPI document a schema has neither a dialect nor an id. */
function plain(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '$id');
  return Object.fromEntries(entries);
}

/** Adds the general rules to each object of a request. */
function addRules(
  part: unknown,
  rules: typeof JSON_FIELDS | typeof FORM_FIELDS,
  named: Record<string, JsonSchema>,
): void {
  if (typeof part !== 'object' || part === null || 'propertyNames' in part) return;
  if ('type' in part && part.type === 'object') Object.assign(part, rules);
  for (const [key, inner] of Object.entries(part)) {
    const shape: unknown = key === '$ref' ? named[String(inner).replace(SCHEMAS, '')] : inner;
    addRules(shape, rules, named);
  }
}
