import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErrorAnswer } from '@kickoff/contracts';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { sendRaw } from './support/raw.js';
import { expectRefusal } from './support/refusal.js';

const LOGIN = '/api/auth/login';

const TOO_MANY_MARKS = 'A letter has too many marks';
/** A halfwidth sound mark is a letter that becomes a mark by NFKC. */
const aLetterWithMarks = (count: number) => `e${'\u0301\uff9e'.repeat(count)}`.slice(0, 1 + count);

describe('Request bodies', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' });
    alice = await aFan(kickoff, { username: 'alice' });
  });
  afterAll(() => kickoff.stop());

  const raw = (head: string, body: string | Buffer = '') => sendRaw(kickoff, head, body);
  const rawLogin = (body: string | Buffer, headers = 'Content-Type: application/json') =>
    raw(
      `POST ${LOGIN} HTTP/1.1\nHost: own\n${headers}\nContent-Length: ${Buffer.byteLength(body)}`,
      body,
    );
  const login = (body: object) => asVisitor(kickoff).post(LOGIN).send(body);

  describe('JSON body parser', () => {
    it.each([
      ['text/plain', 'Content-Type: text/plain'],
      ['a form', 'Content-Type: application/x-www-form-urlencoded'],
      ['another charset', 'Content-Type: application/json; charset=utf-16'],
      ['no content type', 'X-None: 1'],
      ['compressed', 'Content-Type: application/json\nContent-Encoding: gzip'],
    ])('answers 415 if the body is %s', async (_what, header) => {
      expect((await rawLogin('{}', header)).status).toBe(415);
    });

    it.each([
      ['broken JSON', '{"email":'],
      ['a list', '[]'],
      ['a bare string', '"email"'],
      ['null', 'null'],
      ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
      ['a lone surrogate', '{"email":"\\ud800"}'],
      ['a lone surrogate in an unknown field', '{"odd":["\\udfff"]}'],
      ['depth 11', `{"a":${'['.repeat(10)}${']'.repeat(10)}}`],
      ['depth 50,000', `{"a":${'['.repeat(49_000)}${']'.repeat(49_000)}}`],
      ['a list of 101', JSON.stringify({ a: Array(101).fill(1) })],
      ['51 keys', JSON.stringify(Object.fromEntries([...Array(51).keys()].map((n) => [n, 1])))],
      ['__proto__', '{"__proto__":{"admin":true}}'],
      ['constructor', '{"a":{"constructor":1}}'],
      ['prototype', '{"a":[{"prototype":1}]}'],
      ['an operator', '{"email":{"$gt":""},"password":"x"}'],
      ['a dotted key', '{"a.b":1}'],
    ])('answers 400 to %s', async (_what, body) => {
      const answer = await rawLogin(body);

      expect(answer.status).toBe(400);
      expect(ErrorAnswer.parse(JSON.parse(answer.body)).code).toBe('invalid_input');
    });

    it.each([
      ['depth 10', `{"a":${'['.repeat(9)}${']'.repeat(9)}}`],
      ['a list of 100', JSON.stringify({ a: Array(100).fill(1) })],
      ['50 keys', JSON.stringify(Object.fromEntries([...Array(50).keys()].map((n) => [n, 1])))],
    ])('accepts %s', async (_what, body) => {
      const answer = await rawLogin(body);

      expect(ErrorAnswer.parse(JSON.parse(answer.body)).error).toBe('Email is required');
    });

    it('answers 400 to more than 200 marks on a letter', async () => {
      expectRefusal(await login({ odd: aLetterWithMarks(200) }), 400, 'Email is required');
      expectRefusal(await login({ odd: [aLetterWithMarks(201)] }), 400, TOO_MANY_MARKS);
    });

    it('answers 413 to a body above 100 KB', async () => {
      expectRefusal(await login({ email: 'a'.repeat(103_000) }), 413);
    });

    it('answers 400 with the first missing field if there is no body', async () => {
      expectRefusal(await asVisitor(kickoff).post(LOGIN), 400, 'Email is required');
    });

    it('answers 401 to a caller without a session before the body arrives', async () => {
      const answer = await raw(
        'DELETE /api/pt/posts/000000000000000000000000 HTTP/1.1\nHost: own\nContent-Type: application/json\nContent-Length: 50',
      );

      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    });
  });

  describe('form parser', () => {
    const post = () => as(kickoff, alice).post('/api/pt/posts');
    const form = (body: string | Buffer, type = 'multipart/form-data; boundary=b') =>
      raw(
        `POST /api/pt/posts HTTP/1.1\nHost: own\nAuthorization: Bearer ${alice.token}\nContent-Type: ${type}\nContent-Length: ${Buffer.byteLength(body)}`,
        body,
      );
    const part = (header: string, value: string | Buffer) =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n--b--\r\n'),
      ]);

    it('answers 415 to JSON', async () => {
      expectRefusal(await post().send({ text: 'Goal!' }), 415);
    });

    it('answers 400 with the missing text if there is no body', async () => {
      expectRefusal(await post(), 400, 'A post needs text, an image or a video');
    });

    it('ignores an empty file input', async () => {
      const body = Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nGoal!\r\n'),
        part('name="image"; filename=""\r\nContent-Type: application/octet-stream', ''),
      ]);

      expect((await form(body)).status).toBe(201);
    });

    it('answers 400 to an unknown file field', async () => {
      expectRefusal(await post().field('text', 'x').attach('odd', Buffer.from('x'), 'x.png'), 400);
    });

    it.each(['text[a]', 'text[]', '__proto__', 'constructor', '$where', 'a.b', 'n'.repeat(101)])(
      'answers 400 to a field named %s',
      async (name) => {
        expectRefusal(await post().field(name, 'x'), 400);
      },
    );

    it('answers 400 to a repeated field', async () => {
      expectRefusal(await post().field('text', 'a').field('text', 'b'), 400);
    });

    it('answers 400 to 13 parts', async () => {
      const fields = Object.fromEntries([...Array(13).keys()].map((n) => [`field${n}`, 'x']));

      expectRefusal(await post().field(fields), 400);
    });

    it('answers 413 to a field above 100 KB', async () => {
      expectRefusal(await post().field('text', 'a'.repeat(100 * 1024 + 1)), 413);
    });

    it.each([
      ['invalid UTF-8', part('name="text"', Buffer.from([0xc3, 0x28]))],
      ['a truncated form', '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nGo'],
      ['a body without parts', 'Goal!'],
    ])('answers 400 to %s', async (_what, body) => {
      expect((await form(body)).status).toBe(400);
    });

    it('answers 400 to more than 200 marks on a letter', async () => {
      await post().field('text', aLetterWithMarks(200)).expect(201);
      expectRefusal(await post().field('text', aLetterWithMarks(201)), 400, TOO_MANY_MARKS);
    });

    it('answers 400 to more than 200 escaped marks in a field of JSON', async () => {
      const poll = (marks: number) => `{"options":["a${'\\u0301'.repeat(marks)}"]}`;

      expectRefusal(
        await post().field('poll', poll(200)),
        400,
        'An option must be at most 60 characters long',
      );
      expectRefusal(await post().field('poll', poll(201)), 400, TOO_MANY_MARKS);
    });

    it('answers 415 without a boundary', async () => {
      expect((await form('x', 'multipart/form-data')).status).toBe(415);
    });

    it('accepts a replacement character that the client sent', async () => {
      expect((await post().field('text', 'a\ufffdb')).body).toMatchObject({ text: 'a\ufffdb' });
    });
  });
});
