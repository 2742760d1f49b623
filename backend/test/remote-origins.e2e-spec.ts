import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type LiveRemote,
  type RemoteList,
  REMOTES_ADDRESS,
  RemoteStatus,
} from '@kickoff/contracts';
import { z } from 'zod';

import { RefreshOriginsJob } from '../src/remotes/refresh-origins.job.js';
import { Releases } from '../src/remotes/releases.js';
import { anAdmin, as, asVisitor, type Caller } from './support/callers.js';
import { BuildsFolder, FANTASY_PAGE, releaseOwnPages } from './support/front-end-builds.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { type Origin, startOrigin } from './support/origin.js';

const SESSION = 'kickoff_session=token';

describe('a remote on another origin', () => {
  let origin: Origin;
  let builds: BuildsFolder;
  let kickoff: KickOff;
  let admin: Caller;

  beforeAll(async () => {
    origin = await startOrigin();
    builds = await BuildsFolder.make();
    origin.serve(await builds.remote('one'));
    kickoff = await startKickOff({ REMOTES: `fantasy=${origin.base}` });
    await releaseOwnPages(kickoff.context.settings.dataFolder);
    admin = await anAdmin(kickoff);
  });
  beforeEach(async () => {
    await builds.remove();
    await origin.stop();
    origin = await startOrigin(Number(new URL(origin.base).port));
    origin.serve(await builds.remote('one'));
    await poll();
  });
  afterAll(async () => {
    await kickoff.stop();
    await origin.stop();
    await builds.remove();
  });

  /** The server runs this job every 10 s. */
  const poll = (from = kickoff) => from.app.get(RefreshOriginsJob, { strict: false }).run();
  const get = (path: string, from = kickoff) => asVisitor(from).get(path).set('Cookie', SESSION);
  const fantasy = async (from = kickoff): Promise<LiveRemote | undefined> => {
    const { remotes } = (await get(REMOTES_ADDRESS, from).expect(200)).body as RemoteList;
    return remotes.find(({ name }) => name === 'fantasy');
  };
  const status = async (from = kickoff, by = admin) => {
    const answer = await as(from, by).get('/api/admin/remotes').expect(200);
    return z
      .array(RemoteStatus)
      .parse(answer.body)
      .find(({ name }) => name === 'fantasy');
  };

  it('is live from the start, with its addresses on its own origin', async () => {
    const started = await startKickOff({ REMOTES: `fantasy=${origin.base}` });
    await releaseOwnPages(started.context.settings.dataFolder);

    expect(await fantasy(started)).toMatchObject({
      version: '1.0.0',
      entry: `${origin.base}assets/remoteEntry.00000100.js`,
    });
    const { text } = await get('/fantasy', started).expect(200);
    expect(text).toContain(`href="${origin.base}assets/page-Fantasy.00000100.js"`);
    const own = await status(started, await anAdmin(started));
    expect(own).toMatchObject({
      origin: origin.base.slice(0, -1),
      state: 'live',
      bytes: expect.any(Number),
    });
    expect(own?.bytes).toBeGreaterThan(0);
    await get('/remotes/fantasy/assets/remoteEntry.00000100.js', started).expect(404);
    await started.stop();
  });

  it('adds only its own origin to scripts, styles and images in the content security policy', async () => {
    const { headers } = await get('/home');
    const own = origin.base.slice(0, -1);

    expect(headers['content-security-policy']).toBe(
      `default-src 'self';script-src 'self' ${own};style-src 'self' ${own};img-src 'self' ${own} data: blob:;media-src 'self' blob:;connect-src 'self';object-src 'none';base-uri 'self';form-action 'self';frame-ancestors 'none'`,
    );
  });

  it('replaces the release of the same name on this server', async () => {
    const another = await kickoff.another({
      remotes: [{ name: 'leagues', base: 'http://127.0.0.1:1/' }],
    });

    const { remotes } = (await get(REMOTES_ADDRESS, another)).body as RemoteList;

    expect(remotes.map(({ name }) => name)).toEqual(['admin', 'fan']);
    await get('/FL', another).expect(404);
    await get('/home', another).expect(200);
    await another.close();
  });

  it('changes with its manifest', async () => {
    origin.serve(await builds.remote('two', { kickoff: { version: '1.1.0' } }));

    await poll();

    expect(await fantasy()).toMatchObject({ version: '1.1.0' });
  });

  it.each<[string, string, RegExp, (origin: Origin, builds: BuildsFolder) => unknown]>([
    ['does not answer', 'away', /does not answer\.$/, (it) => it.stop()],
    ['is slow', 'away', /does not answer\.$/, (it) => it.answer(() => undefined)],
    [
      'has a fault',
      'away',
      /answers with status 503\.$/,
      (it) => it.answer((_request, response) => response.writeHead(503).end()),
    ],
    [
      'answers invalid JSON',
      'invalid',
      /is not JSON\.$/,
      (it) => it.answer((_request, response) => response.end('<html>')),
    ],
    [
      'answers 10 MB',
      'invalid',
      /is over 1 MB\.$/,
      (it) => it.answer((_request, response) => response.end(' '.repeat(10 * 1024 * 1024))),
    ],
    [
      'redirects',
      'invalid',
      /is answered with status 302\.$/,
      (it) =>
        it.answer((_request, response) => response.writeHead(302, { Location: '/other' }).end()),
    ],
    [
      'names a file of another origin',
      'invalid',
      /is of another origin\.$/,
      async (it, all) =>
        it.serve(
          await all.remote('bad', {
            manifest: { metaData: { remoteEntry: { name: 'https://evil.example/x.js' } } },
          }),
        ),
    ],
    [
      'claims an address of another remote',
      'invalid',
      /^'fantasy' claims the address \/home of 'fan'\.$/,
      async (it, all) =>
        it.serve(
          await all.remote('bad', {
            kickoff: { pages: { Fantasy: { ...FANTASY_PAGE, paths: ['/home'] } } },
          }),
        ),
    ],
  ])(
    'remains the last valid release while the origin %s, also after a restart',
    async (_what, state, problem, spoil) => {
      await fantasy();

      await spoil(origin, builds);
      await poll();

      expect(await fantasy()).toMatchObject({ version: '1.0.0' });
      await get('/fantasy').expect(200);
      await get('/home').expect(200);
      expect(await status()).toMatchObject({ state, problem: expect.stringMatching(problem) });
      const another = await kickoff.another();
      expect(await fantasy(another)).toMatchObject({ version: '1.0.0' });
      await another.close();
    },
  );

  it('has no preload hints while its origin is away, and is live again after the origin recovers', async () => {
    const { port } = new URL(origin.base);
    await fantasy();
    await origin.stop();
    await poll();
    expect((await get('/fantasy')).text).not.toContain(`href="${origin.base}`);

    origin = await startOrigin(Number(port));
    origin.serve(await builds.remote('one'));
    await poll();

    expect(await status()).toMatchObject({ state: 'live' });
    expect((await get('/fantasy')).text).toContain(`href="${origin.base}`);
  });

  it('has its size after the origin recovers, also if admins looked while it was away', async () => {
    await fantasy();
    await origin.stop();
    const another = await kickoff.another();
    const bytes = async () => (await status(another))?.bytes;
    expect(await bytes()).toBe(0);

    origin = await startOrigin(Number(new URL(origin.base).port));
    origin.serve(await builds.remote('one'));

    expect(await bytes()).toBeGreaterThan(0);
    await another.close();
  });

  it('is listed for admins as away if its origin never answered', async () => {
    const another = await kickoff.another({
      remotes: [{ name: 'draft', base: 'http://127.0.0.1:1/' }],
    });

    const answer = await as(another, admin).get('/api/admin/remotes').expect(200);

    expect(z.array(RemoteStatus).parse(answer.body)).toContainEqual(
      expect.objectContaining({ name: 'draft', state: 'away', version: '', build: '', bytes: 0 }),
    );
    await another.close();
  });

  it('is unfit if it needs more than the shell provides', async () => {
    const kickoffField = { needs: { '@kickoff/web': '^2.0.0' }, version: '2.0.0' };
    origin.serve(await builds.remote('two', { kickoff: kickoffField }));

    await poll();

    expect(await status()).toMatchObject({
      state: 'unfit',
      problem: "'fantasy' needs @kickoff/web ^2.0.0, the shell provides 1.3.0.",
      version: '2.0.0',
    });
  });

  it('refuses a release on this server that claims one of its addresses', async () => {
    await fantasy();
    const draft = { name: 'draft', pages: { Draft: FANTASY_PAGE }, navigation: [] };

    const released = kickoff.app
      .get(Releases, { strict: false })
      .release('draft', await builds.remote('draft', { kickoff: draft }));

    await expect(released).rejects.toThrow("'draft' claims the address /fantasy of 'fantasy'");
  });

  it('refuses a rollback with 409', async () => {
    const answer = await as(kickoff, admin).post('/api/admin/remotes/fantasy/rollback');

    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: `Not rolled back: REMOTES puts 'fantasy' on ${origin.base.slice(0, -1)}.` },
    ]);
  });
});
