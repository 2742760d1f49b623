import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import { RouteTable } from '../src/common/http/route-table.js';
import type { ApiDescription } from '../src/common/openapi/describe-api.js';
import { asVisitor } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

/** Whether it is one the tests below find out. */
const Description = z.custom<ApiDescription>((value) => typeof value === 'object');

describe("the API's description", () => {
  let kickoff: KickOff;

  beforeAll(async () => {
    kickoff = await startKickOff();
  });
  afterAll(() => kickoff.stop());

  const described = async (): Promise<ApiDescription> =>
    Description.parse((await asVisitor(kickoff).get('/api/docs-json')).body);

  it('holds every route', async () => {
    const { paths } = await described();

    const found = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routes = kickoff.app.get(RouteTable).routes();
    expect(found.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).sort(),
    );
  });

  it("names the contract's own shapes for bodies, queries, answers and refusals", async () => {
    const { paths } = await described();

    expect(paths['/api/pt/posts']?.['post']).toMatchObject({
      security: [{ fan: [] }, { fanCookie: [] }],
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/NewPost' },
                { properties: { image: { format: 'binary' }, video: { format: 'binary' } } },
              ],
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

  it('says of every call what it answers, but where there is no body or no JSON', async () => {
    const { paths } = await described();

    const unsaid = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses)
          .filter(([status, { content }]) => status !== '204' && !content)
          .map(() => `${method.toUpperCase()} ${path}`),
      ),
    );
    expect(unsaid.sort()).toEqual([
      'GET /api/admin/reports/{id}/media/{place}',
      'GET /api/docs',
      'GET /api/docs-json',
      'GET /api/events',
      'GET /api/football/calendar/{file}',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/metrics',
      'GET /api/uploads/profile_pictures/{file}',
      'GET /api/uploads/stories/{file}',
      'GET /api/uploads/{file}',
      'GET /api/user/export',
    ]);
  });

  it('points only at shapes that it holds', async () => {
    const description = await described();

    const pointed = JSON.stringify(description).matchAll(
      /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
    );
    const names = [...pointed].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(Object.keys(description.components.schemas)).toEqual(expect.arrayContaining(names));
    expect(JSON.stringify(description)).not.toContain('#/$defs');
  });

  it('is a page for people, without a script and under its own policy', async () => {
    const answer = await asVisitor(kickoff).get('/api/docs');

    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(answer.text).toContain('POST /api/pt/posts');
    expect(answer.text).not.toContain('<script');
  });
});
