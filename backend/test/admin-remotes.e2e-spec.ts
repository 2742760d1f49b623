import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AuditEntry, RemoteStatus } from '@kickoff/contracts';
import { z } from 'zod';

import { AuditLogService } from '../src/audit-log/audit-log.service.js';
import { Releases } from '../src/remotes/releases.js';
import { aFan, anAdmin, as, asVisitor, type Caller, logInAdmin } from './support/callers.js';
import { BuildsFolder, PROVIDED, releaseOwnPages } from './support/front-end-builds.js';
import { type KickOff, startKickOff } from './support/kickoff.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('admin remotes', () => {
  let kickoff: KickOff;
  let admin: Caller;
  let builds: BuildsFolder;

  beforeAll(async () => {
    kickoff = await startKickOff();
    kickoff.clock.stand();
    builds = await BuildsFolder.make();
    await releaseOwnPages(kickoff.context.settings.dataFolder);
    admin = await anAdmin(kickoff);
  });
  afterAll(async () => {
    await builds.remove();
    await kickoff.stop();
  });

  const release = async (version: string, kickoffField = {}) =>
    kickoff.app
      .get(Releases, { strict: false })
      .release('fantasy', await builds.remote(version, { kickoff: { version, ...kickoffField } }));
  const list = async () =>
    z
      .array(RemoteStatus)
      .parse((await as(kickoff, admin).get('/api/admin/remotes').expect(200)).body);
  const fantasy = async () => (await list()).find(({ name }) => name === 'fantasy');
  const rollBack = (name: string) => as(kickoff, admin).post(`/api/admin/remotes/${name}/rollback`);
  const report = (error: object) =>
    asVisitor(kickoff)
      .post('/api/client-errors')
      .send({ kind: 'load', page: '/home', version: '1.0.0', message: 'failed', ...error })
      .expect(204);

  it('lists the shell first, then the remotes', async () => {
    const [shell, ...remotes] = await list();

    expect(shell).toEqual({
      name: 'shell',
      origin: null,
      version: '1.0.0',
      build: expect.stringMatching(/^[\da-f]{8}$/),
      liveSince: expect.any(String),
      ranges: PROVIDED,
      bytes: expect.any(Number),
      state: 'live',
      failures: { load: 0, render: 0 },
      recent: [],
    });
    expect(shell?.bytes).toBeGreaterThan(0);
    expect(remotes.map(({ name }) => name)).toEqual(['admin', 'fan', 'leagues']);
    expect(remotes[0]?.ranges).toEqual({ '@kickoff/web': '^1.0.0' });
  });

  it('rolls a remote back and forward and audits the rollback', async () => {
    const one = await release('1.0.0');
    const two = await release('1.1.0');
    expect(await fantasy()).toMatchObject({ previous: { version: '1.0.0', build: one.id } });

    const back = await rollBack('fantasy');

    expect([back.status, back.body]).toMatchObject([
      200,
      { version: '1.0.0', build: one.id, previous: { version: '1.1.0', build: two.id } },
    ]);
    expect(back.body).toEqual(await fantasy());
    const [entry] = z
      .array(AuditEntry)
      .parse((await as(kickoff, admin).get('/api/admin/audit-log')).body);
    expect(entry).toMatchObject({
      action: 'remote.rollback',
      targetType: 'remote',
      targetId: 'fantasy',
      details: { version: '1.0.0', build: one.id, replaced: two.id },
    });
    expect((await rollBack('fantasy')).body).toMatchObject({ version: '1.1.0' });
  });

  it('publishes no rollback that cannot be recorded', async () => {
    const before = await fantasy();
    const audit = kickoff.app.get(AuditLogService, { strict: false });
    const record = jest.spyOn(audit, 'record').mockRejectedValueOnce(new Error('Killed here'));

    const answer = await rollBack('fantasy');
    record.mockRestore();

    expect(answer.status).toBe(500);
    expect(await fantasy()).toEqual(before);
  });

  it('answers 409 with the reason when there is no previous version', async () => {
    const answer = await rollBack('fan');

    expect([answer.status, answer.body]).toMatchObject([
      409,
      { code: 'conflict', error: "Not rolled back: there is no version of 'fan' before." },
    ]);
  });

  it.each(['nothing', 'Fan', '..%2ffan', 'x'])('answers 404 to a rollback of %s', async (name) => {
    const answer = await rollBack(name);

    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }]);
  });

  it('answers 401 to fans and visitors', async () => {
    const fan = await aFan(kickoff);

    for (const caller of [as(kickoff, fan), asVisitor(kickoff)]) {
      expect((await caller.get('/api/admin/remotes')).status).toBe(401);
      expect((await caller.post('/api/admin/remotes/fan/rollback')).status).toBe(401);
    }
  });

  it('counts the failures of the last 24 hours by kind', async () => {
    await report({ remote: 'leagues' });
    await report({ remote: 'leagues', message: 'other' });
    await report({ remote: 'leagues', kind: 'render' });
    await report({ remote: 'leagues', kind: 'rejection' });
    await report({ kind: 'render' });
    const failures = async () =>
      new Map((await list()).map(({ name, failures: sums }) => [name, sums]));

    expect((await failures()).get('leagues')).toEqual({ load: 2, render: 1 });
    expect((await failures()).get('shell')).toEqual({ load: 0, render: 1 });
    kickoff.clock.advance(DAY_MS - MINUTE_MS);
    admin = await logInAdmin(kickoff, admin);
    expect((await failures()).get('leagues')).toEqual({ load: 2, render: 1 });
    kickoff.clock.advance(MINUTE_MS);
    expect((await failures()).get('leagues')).toEqual({ load: 0, render: 0 });
  });

  it('returns the newest 20 errors of a remote', async () => {
    for (let index = 0; index < 22; index += 1) {
      await report({ remote: 'fan', message: `failed ${'x'.repeat(index)}` });
      kickoff.clock.advance(1_000);
    }

    const recent = (await list()).find(({ name }) => name === 'fan')?.recent ?? [];

    expect(recent).toHaveLength(20);
    expect(recent[0]).toEqual({
      at: expect.any(String),
      version: '1.0.0',
      kind: 'load',
      message: `failed ${'x'.repeat(21)}`,
    });
  });
});
