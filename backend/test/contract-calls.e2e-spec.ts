import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { API } from '@kickoff/contracts';
import { Reflector } from '@nestjs/core';
import { z } from 'zod';

import { BodySchema } from '../src/common/http/inputs.js';
import { type Route, RouteTable } from '../src/common/http/route-table.js';
import { Answers } from '../src/common/openapi/answers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

/**
 * Routes that pages do not call through `callApi`: files, streams, probes, documents, error
 * reports.
 */
const OTHER_CALLERS = [
  'GET /api/admin/reports/:id/media/:place',
  'GET /api/docs',
  'GET /api/docs-json',
  'GET /api/events',
  'GET /api/football/calendar/:file',
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/metrics',
  'GET /api/uploads/:file',
  'GET /api/uploads/profile_pictures/:file',
  'GET /api/uploads/stories/:file',
  'GET /api/user/export',
  'POST /api/client-errors',
];

/** Returns another shape with `type`, which no page sends. */
const SHAPE_BY_QUERY = 'GET /api/search';

describe('contract table API', () => {
  const reflector = new Reflector();
  let kickoff: KickOff;
  let routes: Map<string, Route>;

  beforeAll(async () => {
    kickoff = await startKickOff();
    const all = kickoff.app.get(RouteTable).routes();
    routes = new Map(all.map((route) => [`${route.method} ${route.path}`, route]));
  });
  afterAll(() => kickoff.stop());

  const routeOf = (call: string): Route => {
    const route = routes.get(call);
    if (!route) throw new Error(`No route ${call}`);
    return route;
  };

  it('lists every route except those with other callers', () => {
    expect([...Object.keys(API), ...OTHER_CALLERS].sort()).toEqual([...routes.keys()].sort());
  });

  it.each(Object.entries(API))('declares the body and response schemas of %s', (call, shapes) => {
    const { handler } = routeOf(call);
    const body = 'body' in shapes ? shapes.body : undefined;
    const answer = 'answer' in shapes ? shapes.answer : undefined;

    expect(reflector.get(BodySchema, handler)).toBe(body);
    if (call === SHAPE_BY_QUERY) return;
    const declared = reflector.get(Answers, handler);
    if (Array.isArray(declared)) {
      expect(answer).toBeInstanceOf(z.ZodArray);
      expect(answer instanceof z.ZodArray && answer.element).toBe(declared[0]);
    } else {
      expect(answer).toBe(declared);
    }
  });
});
