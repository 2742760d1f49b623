import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';
import { Controller, Get } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import request from 'supertest';

import { AccessGuard } from '../src/auth/access.guard.js';
import { AdminApprovalsService } from '../src/auth/admin-approvals.service.js';
import { Forbidden } from '../src/common/errors/coded-errors.js';
import { AllowedMethods } from '../src/common/http/allowed-methods.js';
import { type Route, RouteTable } from '../src/common/http/route-table.js';
import { LIMITS } from '../src/common/limits/rate-limits.js';
import { aFan, anAdmin, as } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const MINUTE_MS = 60_000;

/** Every route that needs no session. Adding one is a decision. */
const PUBLIC = [
  'GET /api/auth/demo',
  'GET /api/docs',
  'GET /api/docs-json',
  'GET /api/football/calendar/:file',
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/metrics',
  'GET /api/uploads/:file',
  'GET /api/uploads/profile_pictures/:file',
  'GET /api/uploads/stories/:file',
  'POST /api/admin/forgot-password',
  'POST /api/admin/login',
  'POST /api/admin/register',
  'POST /api/admin/reset-password',
  'POST /api/auth/appeal',
  'POST /api/auth/login',
  'POST /api/auth/register',
  'POST /api/client-errors',
  'POST /api/user/forgot-password',
  'POST /api/user/reset-password',
  'POST /api/user/undo-email',
];

/** Every route without a rate limit: probes, and files that are sent from disk. */
const UNLIMITED = [
  'GET /api/health/live',
  'GET /api/health/ready',
  'GET /api/metrics',
  'GET /api/uploads/:file',
  'GET /api/uploads/profile_pictures/:file',
  'GET /api/uploads/stories/:file',
];

/** Every route with a rate limit of its own, and the limit (SECURITY-BAR §5). */
const LIMITED = {
  'DELETE /api/user/viewpoints/:matchId': '60 in 1 min',
  'GET /api/search': '60 in 1 min',
  'GET /api/user/export': '10 in 60 min',
  'GET /api/user/friend-profile/:username': '600 in 60 min',
  'GET /api/user/search/users': '60 in 1 min',
  'PATCH /api/pt/posts/:id': '30 in 10 min',
  'POST /api/admin/forgot-password': '20 in 60 min',
  'POST /api/admin/register': '5 in 30 min',
  'POST /api/admin/reset-password': '10 in 15 min',
  'POST /api/auth/appeal': '20 in 60 min',
  'POST /api/auth/register': '5 in 30 min',
  'POST /api/client-errors': '30 in 5 min',
  'POST /api/pt/posts': '30 in 10 min',
  'POST /api/pt/posts/:id/comment': '60 in 10 min',
  'POST /api/pt/posts/:id/like': '120 in 10 min',
  'POST /api/pt/posts/:id/vote': '120 in 10 min',
  'POST /api/reports': '20 in 60 min',
  'POST /api/st/stories/:id/reply': '60 in 10 min',
  'POST /api/user/follow/:userId': '100 in 60 min',
  'POST /api/user/forgot-password': '20 in 60 min',
  'POST /api/user/reset-password': '10 in 15 min',
  'POST /api/user/undo-email': '10 in 15 min',
  'PUT /api/user/shield': '60 in 1 min',
  'PUT /api/user/viewpoints/:matchId': '60 in 1 min',
};

/** An admin controller whose handler declares no audience. */
@Controller('api/admin/forgotten')
class Forgotten {}
const forgotten = () => [];
Get()(Forgotten.prototype, 'forgotten', { value: forgotten });

describe('route table', () => {
  let kickoff: KickOff;
  let routes: Route[];
  const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
  const names = (filter: (route: Route) => boolean) => routes.filter(filter).map(nameOf).sort();

  beforeAll(async () => {
    kickoff = await startKickOff();
    routes = kickoff.app.get(RouteTable).routes();
  });
  afterAll(() => kickoff.stop());

  const call = ({ method, path }: Route, token?: string) => {
    const address = path.replaceAll(/:\w+/g, '000000000000000000000000');
    const sent = request(`${kickoff.url}${address}`);
    const asked = {
      GET: () => sent.get(''),
      POST: () => sent.post(''),
      PUT: () => sent.put(''),
      PATCH: () => sent.patch(''),
      DELETE: () => sent.delete(''),
    }[method];
    if (!asked) throw new Error(`${method} is no method of ours`);
    return token === undefined ? asked() : asked().set('Authorization', `Bearer ${token}`);
  };

  it('contains exactly the routes that the router serves', () => {
    const served = kickoff.app
      .get(AllowedMethods)
      .routes()
      .flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));

    expect(served.sort()).toEqual(names(() => true));
    expect(served.length).toBeGreaterThan(8);
  });

  it('marks only the listed routes as public', () => {
    expect(names(({ audience }) => audience === 'public')).toEqual(PUBLIC);
  });

  it('marks every admin route as admin or public, never as fan', () => {
    const audiences = routes
      .filter(({ path }) => path.startsWith('/api/admin'))
      .map(({ audience }) => audience);

    expect(audiences.length).toBeGreaterThan(20);
    expect([...new Set(audiences)].sort()).toEqual(['admin', 'public']);
  });

  it('AccessGuard forbids an admin route without an audience to everyone', async () => {
    const fan = await aFan(kickoff);
    for (const token of [undefined, fan.token]) {
      const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const asked = {
        method: 'GET',
        path: '/api/admin/forgotten',
        headers: authorization,
        socket: {},
      };
      const context = new ExecutionContextHost([asked, {}], Forgotten, forgotten);

      await expect(kickoff.app.get(AccessGuard).canActivate(context)).rejects.toThrow(Forbidden);
    }
  });

  it('exempts only probes and stored files from rate limits', () => {
    expect(names(({ limit }) => limit === 'none')).toEqual(UNLIMITED);
  });

  it('limits calls of the listed routes beside all calls of their callers', () => {
    const limited = routes.flatMap((route) => {
      if (route.limit === undefined || route.limit === 'none') return [];
      const { calls, windowMs } = LIMITS[route.limit];
      return [[nameOf(route), `${calls} in ${windowMs / MINUTE_MS} min`]];
    });

    expect(Object.fromEntries(limited)).toEqual(LIMITED);
  });

  it('every other route answers 401 without a session, uncached and with an error body', async () => {
    for (const route of routes.filter(({ audience }) => audience !== 'public')) {
      for (const token of [undefined, 'no.real.token']) {
        const answer = await call(route, token);

        expect({
          route: nameOf(route),
          status: answer.status,
          cache: answer.headers['cache-control'],
          asks: answer.headers['www-authenticate'],
          code: ErrorAnswer.parse(answer.body).code,
        }).toEqual({
          route: nameOf(route),
          status: 401,
          cache: 'no-store',
          asks: 'Bearer',
          code: 'unauthenticated',
        });
      }
    }
  });

  it('every admin route answers 401 to fans and to admins whose access has ended', async () => {
    const ada = await anAdmin(kickoff);
    const [withdrawn, removed, loggedOut, idle] = [
      await anAdmin(kickoff, {}, ada),
      await anAdmin(kickoff, {}, ada),
      await anAdmin(kickoff, {}, ada),
      await anAdmin(kickoff, {}, ada),
    ];
    await kickoff.app.get(AdminApprovalsService).withdrawAsOperator(withdrawn.id);
    await as(kickoff, ada).delete(`/api/admin/admins/${removed.id}`).expect(200);
    await as(kickoff, loggedOut).post('/api/admin/logout').expect(204);
    kickoff.clock.advance(61 * 60_000);
    const fan = await aFan(kickoff);
    const callers = { fan, withdrawn, removed, loggedOut, idle };
    const calls = routes.filter(({ audience }) => audience === 'admin');

    for (const route of calls) {
      for (const [caller, { token }] of Object.entries(callers)) {
        const { status } = await call(route, token);
        expect({ route: nameOf(route), caller, status }).toEqual({
          route: nameOf(route),
          caller,
          status: 401,
        });
      }
    }
    expect(calls.length).toBeGreaterThan(20);
  });

  it('every public route sends Cache-Control: no-store', async () => {
    for (const route of routes.filter(({ audience }) => audience === 'public')) {
      const answer = await call(route);

      expect({ route: nameOf(route), cache: answer.headers['cache-control'] }).toEqual({
        route: nameOf(route),
        cache: 'no-store',
      });
      if (answer.status >= 400) ErrorAnswer.parse(answer.body);
    }
  });

  it('answers 405 with Allow for a method that no route of the path supports', async () => {
    for (const { path } of routes) {
      const address = path.replaceAll(/:\w+/g, '000000000000000000000000');

      const answer = await request(kickoff.url).trace(address);

      expect({ address, status: answer.status, code: ErrorAnswer.parse(answer.body).code }).toEqual(
        { address, status: 405, code: 'method_not_allowed' },
      );
      expect(answer.headers['allow']).toMatch(/^[A-Z]+(, [A-Z]+)+$/);
    }
  });
});
