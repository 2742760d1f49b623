import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LEAGUES } from '@kickoff/contracts';
import { z } from 'zod';

import { FIELD_NAME } from '../src/common/http/body-rules.js';
import { RouteTable } from '../src/common/http/route-table.js';
import type { ApiDescription, Operation } from '../src/common/openapi/describe-api.js';
import { asVisitor } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

/** A cast only: the tests below check the shape. */
const Description = z.custom<ApiDescription>((value) => typeof value === 'object');

describe('OpenAPI document', () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());

  const described = async (): Promise<ApiDescription> =>
    Description.parse((await asVisitor(kickoff).get('/api/docs-json')).body);

  it('contains every route', async () => {
    const { paths } = await described();

    const found = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = kickoff.app.get(RouteTable).routes();
    expect(found.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it('references the contract schemas for body, query, response and error', async () => {
    const { paths } = await described();

    expect(paths['/api/pt/posts']?.['post']).toMatchObject({
      security: [{ fan: [] }, { fanCookie: [] }],
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              title: 'NewPost',
              properties: {
                text: { type: 'string', maxLength: 20_000 },
                image: { format: 'binary' },
                video: { format: 'binary' },
              },
            },
          },
        },
      },
      responses: {
        201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Post' } } } },
        default: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorAnswer' } } },
        },
      },
    });
    expect(paths['/api/pt/posts']?.['get']?.parameters.map(({ name }) => name)).toEqual([
      'limit',
      'cursor',
      'likes',
      'comments',
      'scope',
      'author',
    ]);
  });

  it('declares a media type for every success response with a body', async () => {
    const { paths } = await described();

    const undeclared = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([status, { content }]) => status !== '204' && !content)
          .map(() => `${method.toUpperCase()} ${path}`),
      ),
    );
    expect(undeclared).toEqual([]);
  });

  const operation = async (method: string, path: string): Promise<Operation> => {
    const found = (await described()).paths[path]?.[method];
    if (!found) throw new Error(`${method} ${path} is not described`);
    return found;
  };
  const parameter = async (method: string, path: string, name: string) =>
    (await operation(method, path)).parameters.find((one) => one.name === name);

  it('has version 3.1.0', async () => {
    expect((await described()).openapi).toBe('3.1.0');
  });

  it('declares the limit of every list as an integer from 1 to 100', async () => {
    const { paths } = await described();

    const limits = Object.values(paths)
      .flatMap((calls) => Object.values(calls))
      .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'limit'));
    expect(limits.length).toBeGreaterThan(10);
    for (const { schema } of limits) {
      expect(schema).toEqual({ type: 'integer', minimum: 1, maximum: 100 });
    }
  });

  it('declares bounds and enums of queries', async () => {
    expect(await parameter('get', '/api/admin/activeUsers', 'days')).toMatchObject({
      schema: { type: 'integer', minimum: 1, maximum: 90 },
    });
    expect(await parameter('get', '/api/football', 'league')).toMatchObject({
      required: true,
      schema: { enum: LEAGUES },
    });
    expect(await parameter('get', '/api/user/search/users', 'q')).toMatchObject({
      schema: { type: 'string', maxLength: 64 },
    });
  });

  it('declares the watched matches of the event stream as a repeatable parameter', async () => {
    expect(await parameter('get', '/api/events', 'watch')).toEqual({
      name: 'watch',
      in: 'query',
      required: false,
      schema: {
        type: 'array',
        maxItems: 5,
        items: { type: 'string', pattern: '^match:(.{1,200})$' },
      },
    });
  });

  it('declares a pattern for every id in a path', async () => {
    const { paths } = await described();

    const ids = Object.entries(paths).flatMap(([path, calls]) =>
      Object.values(calls).flatMap(({ parameters }) =>
        parameters
          .filter((one) => one.in === 'path' && /id$/i.test(one.name))
          .map(({ schema }) => ({ path, schema })),
      ),
    );
    const id = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' };
    const others = ids.filter(({ schema }) => schema['pattern'] !== id.pattern);
    expect(ids.length).toBeGreaterThan(25);
    expect(new Set(others.map(({ path }) => path))).toEqual(
      new Set([
        '/api/football/matches/{id}',
        '/api/match/{id}/thread',
        '/api/user/alerts/{matchId}',
        '/api/user/viewpoints/{matchId}',
        '/api/football/matches/{id}/timeline',
        '/api/admin/football/matches/{id}/timeline',
        '/api/admin/users/{id}',
        '/api/admin/users/{id}/notes',
        '/api/admin/users/{id}/restore',
        '/api/admin/users/{id}/suspend',
      ]),
    );
    expect(await parameter('delete', '/api/admin/users/{id}', 'id')).toMatchObject({
      schema: { anyOf: [id, { type: 'string', pattern: '^[1-9]\\d{3,8}$' }] },
    });
  });

  it('declares ignored fields and rejected field names of a body', async () => {
    const { components } = await described();

    expect(components.schemas['NewComment']).toMatchObject({
      type: 'object',
      required: ['text'],
      propertyNames: { pattern: FIELD_NAME.source },
      additionalProperties: { $ref: '#/components/schemas/UnknownField' },
      properties: { text: { minLength: 1, maxLength: 5_000 } },
    });
    expect(components.schemas['Comment']).not.toHaveProperty('propertyNames');
  });

  it('requires a body only where an empty one is rejected', async () => {
    const required = async (method: string, path: string) =>
      (await operation(method, path)).requestBody?.required;

    expect(await required('post', '/api/pt/posts/{id}/comment')).toBe(true);
    expect(await required('post', '/api/pt/posts')).toBe(true);
    expect(await required('post', '/api/pt/posts/{id}/like')).toBe(false);
  });

  it('declares the media types of uploaded files', async () => {
    const { requestBody } = await operation('post', '/api/pt/posts');

    expect(requestBody?.content['multipart/form-data']?.encoding).toEqual({
      image: { contentType: 'image/jpeg, image/png, image/webp, image/gif' },
      video: { contentType: 'video/mp4, video/webm' },
    });
  });

  it.each([
    ['/api/admin/users', 200, ['application/json', 'text/csv; charset=utf-8']],
    ['/api/user/export', 200, ['application/zip']],
    ['/api/events', 200, ['text/event-stream']],
    ['/api/metrics', 200, ['text/plain']],
    ['/api/uploads/{file}', 206, ['image/webp', 'video/mp4', 'video/webm']],
    ['/api/football/calendar/{file}', 200, ['text/calendar; charset=utf-8']],
    ['/api/docs', 200, ['text/html; charset=utf-8']],
  ])('declares the media types of %s', async (path, status, types) => {
    const { responses } = await operation('get', path);

    expect(Object.keys(responses[status]?.content ?? {})).toEqual(types);
  });

  it('declares both statuses of a repeatable report', async () => {
    const { responses } = await operation('post', '/api/reports');

    expect(Object.keys(responses)).toEqual(['200', '201', 'default']);
  });

  it('declares the idempotency key of every request that accepts one', async () => {
    const key = { in: 'header', required: false, schema: { pattern: '^[A-Za-z0-9_-]{8,64}$' } };

    for (const path of [
      '/api/pt/posts',
      '/api/pt/posts/{id}/comment',
      '/api/reports',
      '/api/admin/announcements',
      '/api/admin/users/{id}/notes',
    ]) {
      expect(await parameter('post', path, 'Idempotency-Key')).toMatchObject(key);
    }
  });

  it('references only schemas that it contains', async () => {
    const description = await described();

    const pointed = JSON.stringify(description).matchAll(
      /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
    );
    const names = [...pointed].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(names));
    expect(JSON.stringify(description)).not.toContain('#/$defs');
  });

  it('is rendered as a page without scripts and with its own content security policy', async () => {
    const answer = await asVisitor(kickoff).get('/api/docs');

    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(answer.text).toContain('POST /api/pt/posts');
    expect(answer.text).not.toContain('<script');
  });
});
