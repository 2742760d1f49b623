import { FILES_CACHE } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

const ORIGIN = 'http://localhost';
const LIST = [
  '/assets/main.11111111.js',
  '/assets/fan-area.22222222.js',
  '/remotes/fan/page-Home.33333333.js',
];

/** A fake Cache that lists its entries in insertion order, as browsers do. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  private readonly urlOf = (key: Request | string) =>
    typeof key === 'string' ? ORIGIN + key : key.url;

  match(key: Request | string) {
    return Promise.resolve(this.entries.get(this.urlOf(key))?.clone());
  }
  put(key: Request | string, answer: Response) {
    this.entries.delete(this.urlOf(key));
    this.entries.set(this.urlOf(key), answer);
    return Promise.resolve();
  }
  async add(key: string) {
    const answer = await fetch(key);
    if (!answer.ok) throw new TypeError(`${key} is not there.`);
    await this.put(key, answer);
  }
  keys() {
    return Promise.resolve([...this.entries.keys()].map((url) => new Request(url)));
  }
  delete(key: Request | string) {
    return Promise.resolve(this.entries.delete(this.urlOf(key)));
  }
}

let cache: FakeCache;
let server: Map<string, () => Response>;
let credentials: unknown[];

/** A worker has new module instances each time it starts. */
async function start() {
  jest.resetModules();
  const [home, files] = await Promise.all([
    import('./home-files'),
    import('./least-recently-used'),
  ]);
  return { ...home, ...files };
}
const cachedPaths = () => [...cache.entries.keys()].map((url) => url.slice(ORIGIN.length));
const file = (at: number) => `/assets/other-${at}.${String(at).padStart(8, '0')}.js`;
const stored = (address: string) => new Request(ORIGIN + address);

beforeEach(() => {
  cache = new FakeCache();
  credentials = [];
  const script = () => new Response('code');
  server = new Map<string, () => Response>([
    ['/offline-files.json', () => Response.json(LIST)],
    ['/remotes.json', () => Response.json({ version: 2, remotes: [] })],
    ['/home', () => new Response('<link href="/assets/main.44444444.css">')],
    ['/assets/main.44444444.css', script],
    ...LIST.map((address) => [address, script] as const),
  ]);
  jest.spyOn(globalThis, 'fetch').mockImplementation((address, request) => {
    if (request) credentials.push(request.credentials);
    const answer = typeof address === 'string' ? server.get(address) : undefined;
    return Promise.resolve(answer?.() ?? new Response('', { status: 404 }));
  });
  const open = (name: string) =>
    name === FILES_CACHE ? Promise.resolve(cache) : Promise.reject(new Error(name));
  Object.defineProperty(globalThis, 'caches', { value: { open }, configurable: true });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'caches');
});

describe('cacheHome', () => {
  it('caches every file of the build even if a document without a session references none', async () => {
    const { cacheHome } = await start();

    await cacheHome();

    expect(cachedPaths()).toEqual(expect.arrayContaining([...LIST, '/assets/main.44444444.css']));
    expect(cachedPaths()).toEqual(expect.arrayContaining(['/home', '/remotes.json']));
    expect(credentials).toEqual(['omit', 'omit', 'omit']);
  });

  it('retains the previous document while a file of the new one is missing', async () => {
    const { cacheHome } = await start();
    await cacheHome();
    server.set('/home', () => new Response('<link href="/assets/main.99999999.css">'));

    await expect(cacheHome()).rejects.toThrow('99999999');

    const document = await cache.match('/home');
    expect(await document?.text()).toContain('44444444');
  });
});

describe('evictFiles', () => {
  const fill = async (count: number) => {
    for (let at = 0; at < count; at += 1) await cache.put(file(at), new Response(''));
  };

  it('evicts the least recently used file and none that home needs', async () => {
    const { cacheHome, MAX_FILES } = await start();
    await cacheHome();
    const own = cachedPaths().length;
    await fill(MAX_FILES - own + 1);

    const { evictFiles } = await start();
    await evictFiles();

    expect(cachedPaths()).toHaveLength(MAX_FILES);
    expect(cachedPaths()).toEqual(expect.arrayContaining([...LIST, '/home', '/remotes.json']));
    expect(cachedPaths()).not.toContain(file(0));
    expect(cachedPaths()).toContain(file(1));
  });

  it('retains an old file that was used recently, also after a restart of the worker', async () => {
    const { MAX_FILES, registerUse } = await start();
    await fill(MAX_FILES + 1);

    await registerUse(cache, MAX_FILES, stored(file(0)), new Response(''));
    const { evictFiles } = await start();
    await evictFiles();

    expect(cachedPaths()).toContain(file(0));
    expect(cachedPaths()).not.toContain(file(1));
  });

  it('evicts no file used since the worker started', async () => {
    const { evictFiles, MAX_FILES, registerUse } = await start();
    await fill(2);
    await registerUse(cache, MAX_FILES, stored(file(0)), new Response(''));
    for (let at = 2; at <= MAX_FILES; at += 1) await cache.put(file(at), new Response(''));

    await evictFiles();

    expect(cachedPaths()).toContain(file(0));
    expect(cachedPaths()).not.toContain(file(1));
  });
});
