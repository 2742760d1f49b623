import { copyFile, cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Announcement, type RemoteList, REMOTES_ADDRESS } from '@kickoff/contracts';

import { SystemClock } from '../src/common/time/clock.js';
import { RemoteRegistry } from '../src/remotes/remote-registry.js';
import { Releases } from '../src/remotes/releases.js';
import { aFan, anAdmin, as, asVisitor } from './support/callers.js';
import {
  BuildsFolder,
  FANTASY_PAGE,
  PROVIDED,
  releaseOwnPages,
} from './support/front-end-builds.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { until } from './support/until.js';

const SESSION = 'kickoff_session=token';

describe('pages of live remotes', () => {
  let kickoff: KickOff;
  let builds: BuildsFolder;
  let releases: Releases;
  let live: string;

  beforeAll(async () => {
    kickoff = await startKickOff();
    releases = new Releases(kickoff.context.settings, new SystemClock());
    live = join(kickoff.context.settings.dataFolder, 'live');
    await releaseOwnPages(kickoff.context.settings.dataFolder);
  });
  afterAll(() => kickoff.stop());
  beforeEach(async () => {
    builds = await BuildsFolder.make();
  });
  afterEach(async () => {
    await builds.remove();
    // The server may still be writing its record there.
    await rm(join(live, 'fantasy'), { recursive: true, force: true, maxRetries: 5 });
  });

  const get = (path: string, cookies = '', from = kickoff) =>
    asVisitor(from).get(path).set('Cookie', cookies);
  const list = async (from = kickoff) =>
    (await get(REMOTES_ADDRESS, '', from).expect(200)).body as RemoteList;
  const fantasy = async (from = kickoff) =>
    (await list(from)).remotes.find(({ name }) => name === 'fantasy');
  const elementOf = (html: string) =>
    /<script type="application\/json" id="remotes">(.*?)<\/script><\/head>/s.exec(html)?.[1] ?? '';

  /** Documents have preloads as links, not in the list. */
  const withoutPreloads = (remotes: RemoteList): unknown =>
    JSON.parse(
      JSON.stringify(remotes, (key, value: unknown) => (key === 'preload' ? undefined : value)),
    );

  it('only documents of fans contain the current announcements', async () => {
    const text = 'Extra time </script> tonight';
    const admin = await anAdmin(kickoff);
    const fan = await aFan(kickoff);
    const session = `kickoff_session=${fan.token}`;
    const made = await as(kickoff, admin).post('/api/admin/announcements').send({ text });
    const { _id } = Announcement.parse(made.body);
    kickoff.clock.advance(1_000);

    const [fans, ...others] = await Promise.all(
      [session, '', SESSION, `kickoff_session=${admin.token}`].map((cookie) =>
        get('/home', cookie),
      ),
    );
    await as(kickoff, admin).delete(`/api/admin/announcements/${_id}`).expect(204);
    kickoff.clock.advance(1_000);
    const later = await get('/home', session);

    const announcements = /id="announcements">(.*?)<\/script>/s.exec(fans?.text ?? '')?.[1] ?? '[]';
    expect(JSON.parse(announcements)).toMatchObject([{ text }]);
    for (const { text: document } of others) expect(document).not.toContain('Extra time');
    expect(later.text).not.toContain('Extra time');
  });

  it('/remotes.json lists the live remotes without a session, with Cache-Control: no-cache', async () => {
    const answer = await get(REMOTES_ADDRESS).expect(200);

    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toMatchObject({
      version: 2,
      shell: {
        version: '1.0.0',
        build: expect.stringMatching(/^[\da-f]{8}$/),
        provides: PROVIDED,
      },
      remotes: [{ name: 'admin' }, { name: 'fan' }, { name: 'leagues' }],
    });
    expect(Object.keys((answer.body as RemoteList).remotes[0] ?? {}).sort()).toEqual([
      ...['build', 'entry', 'name', 'navigation', 'needs', 'pages', 'version'],
    ]);
  });

  it('a released remote is live without a restart', async () => {
    await get('/fantasy').expect(404);

    await releases.release('fantasy', await builds.remote('one'));

    await get('/fantasy').expect(200);
    expect(await fantasy()).toMatchObject({
      version: '1.0.0',
      entry: '/remotes/fantasy/assets/remoteEntry.00000100.js',
      pages: { Fantasy: FANTASY_PAGE },
    });
    await get('/remotes/fantasy/assets/remoteEntry.00000100.js').expect(200);
  });

  it('every document contains the list of remotes, with markup escaped', async () => {
    const title = 'A</script><script>alert(1)</script>$&';
    const pages = { Fantasy: { ...FANTASY_PAGE, title } };
    await releases.release('fantasy', await builds.remote('one', { kickoff: { pages } }));

    for (const path of ['/', '/user-login', '/home', '/AdminHome', '/no/such/page', '/fantasy']) {
      const { text } = await get(path, SESSION);

      expect(text).not.toContain('<script>alert');
      expect(JSON.parse(elementOf(text))).toEqual(withoutPreloads(await list()));
    }
  });

  it('a document has the declared title, escaped', async () => {
    const pages = { Fantasy: { ...FANTASY_PAGE, title: 'Draft & <b>"more"</b>' } };
    await releases.release('fantasy', await builds.remote('one', { kickoff: { pages } }));

    const { text } = await get('/fantasy', SESSION);

    expect(text).toContain(
      '<title>Draft &amp; &lt;b&gt;&quot;more&quot;&lt;/b&gt; · KickOff</title>',
    );
    expect((await get('/home', SESSION)).text).toContain('<title>Home · KickOff</title>');
  });

  it('only a document with a session has preload hints for files and the first requests', async () => {
    const preload = [
      { cookie: 'kickoff_feed', values: { following: '/api/x?a=1&b=2' }, otherwise: '/api/y' },
      '/api/user/profile',
    ];
    const pages = { Fantasy: { ...FANTASY_PAGE, preload } };
    await releases.release('fantasy', await builds.remote('one', { kickoff: { pages } }));
    const hints = async (cookies: string) =>
      [...(await get('/fantasy', cookies)).text.matchAll(/rel="preload"[^>]* href="([^"]*)"/g)].map(
        ([, address]) => address,
      );

    expect(await hints('')).toEqual([]);
    expect(await hints(SESSION)).toEqual([
      '/assets/fan-area.12345678.css',
      '/api/y',
      '/api/user/profile',
      '/assets/fan-area.12345678.js',
      '/remotes/fantasy/assets/remoteEntry.00000100.js',
      '/remotes/fantasy/assets/page-Fantasy.00000100.css',
      '/remotes/fantasy/assets/page-Fantasy.00000100.js',
      '/assets/text.12345678.woff2',
    ]);
    expect(await hints(`${SESSION}; kickoff_feed=following`)).toContain('/api/x?a=1&amp;b=2');
    expect(await hints(`${SESSION}; kickoff_feed=constructor`)).toContain('/api/y');
  });

  it('files of the shell are served immutable, and the service worker with no-cache', async () => {
    const asset = await get('/assets/fan-area.12345678.js').expect(200);
    const worker = await get('/sw.js').expect(200);

    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(worker.headers['cache-control']).toBe('no-cache');
    expect(worker.headers['content-security-policy']).toContain("default-src 'self'");
    await get('/assets/none.js').expect(404);
    await get('/remotes/none/x.js').expect(404);
  });

  it.each([
    '/remotes/fan/.kickoff/releases.json',
    '/remotes/fan/%2ekickoff/releases.json',
    '/remotes/shell/mf-manifest.json',
    '/remotes/fan/../shell/mf-manifest.json',
    '/remotes/fan/%2e%2e/shell/mf-manifest.json',
    '/assets/.kickoff/releases.json',
  ])('does not serve %s', async (path) => {
    const answer = await fetch(`${kickoff.url}${path}`);

    expect(answer.status).toBe(404);
  });

  it('the content security policy allows no foreign origin while REMOTES is not set', async () => {
    const { headers } = await get('/home');

    expect(headers['content-security-policy']).toContain(
      "script-src 'self';style-src 'self';img-src 'self' data: blob:;",
    );
  });

  it('/offline-files.json lists the files of the home page', async () => {
    const answer = await get('/offline-files.json').expect(200);

    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toEqual(
      expect.arrayContaining([
        '/assets/fan-area.12345678.js',
        '/remotes/fan/assets/page-Home.00000100.js',
      ]),
    );
    expect(JSON.stringify(answer.body)).not.toContain('page-Settings');
  });

  describe('a build that is copied into the live folder', () => {
    const put = async (folder: string) => {
      await rm(join(live, 'fantasy/mf-manifest.json'), { force: true });
      await cp(folder, join(live, 'fantasy'), { recursive: true });
    };
    /** Waits until the server has recorded the version, so that it survives a restart. */
    const recorded = (version: string) =>
      until(async () => {
        await fantasy();
        const text = await readFile(join(live, 'fantasy/.kickoff/releases.json'), 'utf8');
        return text.includes(version) || undefined;
      });

    it('is live within 2 s', async () => {
      await put(await builds.remote('one'));

      const row = await until(() => fantasy(), 2_000);

      expect(row.version).toBe('1.0.0');
    });

    it.each([
      ['is no JSON', () => writeFile(join(live, 'fantasy/mf-manifest.json'), '{')],
      [
        'is over 1 MB',
        () => writeFile(join(live, 'fantasy/mf-manifest.json'), ' '.repeat(2 ** 21)),
      ],
      [
        'claims an address of another remote',
        async () => {
          const pages = { Fantasy: { ...FANTASY_PAGE, paths: ['/HOME'] } };
          await put(await builds.remote('two', { kickoff: { pages, version: '2.0.0' } }));
        },
      ],
      [
        'names a file that is a link',
        async () => {
          await put(await builds.remote('two', { kickoff: { version: '2.0.0' } }));
          const file = join(live, 'fantasy/assets/page-Fantasy.00000200.js');
          await rm(file);
          await symlink('/etc/hostname', file);
        },
      ],
      ['is missing', () => rm(join(live, 'fantasy/mf-manifest.json'))],
    ])(
      'remains the last valid build while the manifest %s, also after a restart',
      async (_what, spoil) => {
        await put(await builds.remote('one'));
        await recorded('1.0.0');

        await spoil();
        // The manifest may have been read between two writes of a test.
        kickoff.clock.advance(1_000);

        expect(await fantasy()).toMatchObject({ version: '1.0.0' });
        await get('/fantasy').expect(200);
        const another = await kickoff.another();
        expect(await fantasy(another)).toMatchObject({ version: '1.0.0' });
        const row = (await another.app.get(RemoteRegistry, { strict: false }).parts()).remotes.find(
          ({ name }) => name === 'fantasy',
        );
        expect(row).toMatchObject({ state: 'invalid', problem: expect.any(String) });
        await another.close();
      },
    );

    it('is still served in full when one of its files is deleted from the live folder', async () => {
      await releases.release('fantasy', await builds.remote('one'));
      await get('/fantasy').expect(200);
      const address = '/remotes/fantasy/assets/page-Fantasy.00000100.js';

      await rm(join(live, 'fantasy/assets/page-Fantasy.00000100.js'));
      kickoff.clock.advance(2_000);

      await get('/fantasy').expect(200);
      expect((await get(address).expect(200)).text).toContain('page-Fantasy');
      const { remotes } = await kickoff.app.get(RemoteRegistry, { strict: false }).parts();
      expect(remotes.find(({ name }) => name === 'fantasy')).toMatchObject({
        state: 'invalid',
        problem: "mf-manifest.json names 'assets/page-Fantasy.00000100.js', which is missing",
      });
    });

    it('is not listed when no manifest was ever valid', async () => {
      await put(await builds.remote('one', { kickoff: { version: 'one' } }));

      expect(await fantasy()).toBeUndefined();
      await get('/fantasy').expect(404);
      await get('/home').expect(200);
    });

    it('is live after the last of its files was copied', async () => {
      const folder = await builds.remote('one');
      await rm(join(folder, 'assets'), { recursive: true });
      await put(folder);
      expect(await fantasy()).toBeUndefined();

      await builds.remote('one');
      await cp(join(folder, 'assets'), join(live, 'fantasy/assets'), { recursive: true });
      kickoff.clock.advance(1_000);

      expect(await fantasy()).toMatchObject({ version: '1.0.0' });
    });

    it('remains listed without preload hints if it needs more than the shell provides', async () => {
      await put(await builds.remote('one', { kickoff: { needs: { '@kickoff/web': '^2.0.0' } } }));

      expect(await fantasy()).toMatchObject({ needs: { '@kickoff/web': '^2.0.0' } });
      const { text } = await get('/fantasy', SESSION).expect(200);
      expect(text).not.toContain('href="/remotes/fantasy/');
    });

    it('is replaced by the previous release after a rollback, and restored by another', async () => {
      await releases.release('fantasy', await builds.remote('one'));
      await put(await builds.remote('two', { kickoff: { version: '2.0.0' } }));
      await recorded('2.0.0');

      await releases.rollBack('fantasy');
      expect(await fantasy()).toMatchObject({ version: '1.0.0' });
      await releases.rollBack('fantasy');
      expect(await fantasy()).toMatchObject({ version: '2.0.0' });
    });
  });

  it('/ answers 404 with an instruction while no shell is live', async () => {
    const another = await startKickOff();

    const answer = await asVisitor(another).get('/');

    await another.stop();
    expect([answer.status, answer.text]).toEqual([
      404,
      'The pages of KickOff are not built yet: run npm run build.',
    ]);
  });

  it('a release discards a stale compressed copy of its manifest', async () => {
    const folder = await builds.remote('one');
    await copyFile(join(folder, 'mf-manifest.json'), join(folder, 'mf-manifest.json.br'));
    await releases.release('fantasy', folder);

    await expect(readFile(join(live, 'fantasy/mf-manifest.json.br'))).rejects.toThrow('ENOENT');
  });
});
