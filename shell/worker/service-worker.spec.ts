import { FILES_CACHE, PICTURES_CACHE } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

const ORIGIN = 'http://localhost';

/** A request as the browser passes it to the worker. */
class FakeFetchEvent extends Event {
  answer: Promise<Response> | undefined;

  constructor(readonly request: Request) {
    super('fetch');
  }
  respondWith(answer: Promise<Response>) {
    this.answer = answer;
  }
  waitUntil() {}
}

/** A device without space: every write is rejected. */
const fullCache = {
  match: () => Promise.resolve(undefined),
  keys: () => Promise.resolve([]),
  put: () => Promise.reject(new DOMException('The quota is exceeded', 'QuotaExceededError')),
};
let opened: string[];

beforeEach(async () => {
  opened = [];
  const open = (name: string) => {
    opened.push(name);
    return Promise.resolve(fullCache);
  };
  const caches = { open, match: () => Promise.resolve(undefined) };
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true });
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('content')));
  await import('./service-worker');
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'caches');
});

async function request(address: string, destination: RequestDestination): Promise<string> {
  const asked = new Request(ORIGIN + address);
  Object.defineProperty(asked, 'destination', { value: destination });
  const event = new FakeFetchEvent(asked);
  self.dispatchEvent(event);
  return (await event.answer)?.text() ?? 'not answered by the worker';
}

describe('The service worker of a full device', () => {
  it.each([
    ['a script', '/assets/main.11111111.js', 'script', FILES_CACHE],
    ['a picture', '/api/uploads/a.webp', 'image', PICTURES_CACHE],
  ] as const)('answers %s that it cannot cache', async (_what, address, destination, cache) => {
    expect(await request(address, destination)).toBe('content');
    expect(opened).toContain(cache);
  });
});
