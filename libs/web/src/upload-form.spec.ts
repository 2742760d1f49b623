import { NETWORK_FAILURE } from '@kickoff/contracts';
import { sessionToken, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { uploadForm } from './upload-form';

/** A fake XMLHttpRequest that the test controls. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  line = '';
  body: unknown;

  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, path: string): void {
    this.line = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  send(body: unknown): void {
    this.body = body;
  }
  abort(): void {
    this.end('abort');
  }
  answer(status: number, text: string): void {
    this.status = status;
    this.responseText = text;
    this.end('load');
  }
  end(how: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
}

const form = new FormData();
let abort: AbortController;
let fractions: number[];
const realRequest = globalThis.XMLHttpRequest;

beforeEach(() => {
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
  startSession('fan', 'token');
  abort = new AbortController();
  fractions = [];
});
afterEach(() => {
  Object.assign(globalThis, { XMLHttpRequest: realRequest });
  jest.restoreAllMocks();
});

const upload = () =>
  uploadForm('/api/pt/posts', {
    form,
    as: 'fan',
    idempotencyKey: 'one-post',
    onProgress: (fraction) => fractions.push(fraction),
    signal: abort.signal,
  });

describe('uploadForm', () => {
  it('sends the form with its key and the token, and returns the response', async () => {
    const answer = upload();
    FakeRequest.last.answer(201, '{"_id":"1"}');

    expect(await answer).toEqual({ _id: '1' });
    expect(FakeRequest.last.line).toBe('POST /api/pt/posts');
    expect(FakeRequest.last.body).toBe(form);
    expect(FakeRequest.last.headers.get('Idempotency-Key')).toBe('one-post');
    expect(FakeRequest.last.headers.get('Authorization')).toBe('Bearer token');
  });

  it('reports the upload progress', async () => {
    const answer = upload();
    FakeRequest.last.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 }));
    FakeRequest.last.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 4, total: 4 }));
    FakeRequest.last.answer(201, '{}');
    await answer;

    expect(fractions).toEqual([0.25, 1]);
  });

  it("rejects with the server's message and status", async () => {
    const answer = upload();
    FakeRequest.last.answer(413, '{"error":"The image is too large","code":"too_large"}');

    await expect(answer).rejects.toMatchObject({ message: 'The image is too large', status: 413 });
  });

  it.each(['<h1>Bad gateway</h1>', '{"_id":'])(
    'rejects with the network failure message for the body %j',
    async (body) => {
      const refused = upload();
      FakeRequest.last.answer(502, body);
      await expect(refused).rejects.toMatchObject({ message: NETWORK_FAILURE, status: 502 });

      const garbled = upload();
      FakeRequest.last.answer(201, body);
      await expect(garbled).rejects.toMatchObject({ message: NETWORK_FAILURE, status: 0 });
    },
  );

  it('rejects with the network failure message without a response', async () => {
    const answer = upload();
    FakeRequest.last.end('error');

    await expect(answer).rejects.toMatchObject({ message: NETWORK_FAILURE, status: 0 });
  });

  it('ends a session that the server rejects', async () => {
    const answer = upload();
    FakeRequest.last.answer(401, '{"error":"Please log in"}');

    await expect(answer).rejects.toMatchObject({ status: 401 });
    expect(sessionToken('fan')).toBeNull();
  });

  it('can be aborted before and during the upload', async () => {
    const running = upload();
    abort.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });

    await expect(upload()).rejects.toMatchObject({ name: 'AbortError' });
  });
});
