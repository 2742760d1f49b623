import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Post } from '@kickoff/contracts';

import { aPicture } from './support/pictures.js';
import { overRawSocket } from './support/raw.js';
import { expectRefusal } from './support/refusal.js';
import { allStored, filesOnDisk } from './support/stored-files.js';
import { until } from './support/until.js';
import { MIB, UploadFixture } from './support/uploads.js';

describe('uploads', () => {
  let fixture: UploadFixture;

  beforeAll(async () => {
    fixture = await UploadFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  describe('multipart forms', () => {
    const part = (head: string, body: Buffer | string = '') =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(body),
        Buffer.from('\r\n'),
      ]);
    const END = Buffer.from('--b--\r\n');
    const head = (length: number, token = fixture.alice.token) =>
      `POST /api/pt/posts HTTP/1.1\r\nHost: own\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
    const raw = (...parts: Buffer[]) => {
      const body = Buffer.concat(parts);
      return overRawSocket(
        fixture.kickoff.url,
        Buffer.concat([Buffer.from(head(body.length)), body]),
      );
    };
    const statusOf = async (...parts: Buffer[]) => (await raw(...parts)).status;

    it('accepts an empty file input of a browser in any field', async () => {
      const empty = (field: string) =>
        part(`name="${field}"; filename=""\r\nContent-Type: application/octet-stream`);

      expect(await statusOf(part('name="text"', 'Goal!'), empty('image'), empty('odd'), END)).toBe(
        201,
      );
    });

    it('refuses bytes without a file name in an unknown field', async () => {
      const odd = part('name="odd"\r\nContent-Type: application/octet-stream', 'bytes');

      await fixture.expectNothingLeft(async () =>
        expect(await statusOf(part('name="text"', 'Goal!'), odd, END)).toBe(400),
      );
    });

    it('refuses two files in one field, and files without a field or in an unknown field', async () => {
      const picture = await aPicture();
      const file = (field: string) => part(`${field}; filename="a.jpg"`, picture);

      await fixture.expectNothingLeft(async () => {
        expect(await statusOf(file('name="image"'), file('name="image"'), END)).toBe(400);
        expect(await statusOf(file('x="y"'), END)).toBe(400);
        expect(await statusOf(file('name="odd"'), END)).toBe(400);
        expect(await statusOf(file('name="image[]"'), END)).toBe(400);
        expect(await statusOf(file('name="__proto__"'), END)).toBe(400);
        expect(await statusOf(file(`name="${'n'.repeat(101)}"`), END)).toBe(400);
      });
    });

    it('refuses a form that ends within a file', async () => {
      await fixture.expectNothingLeft(async () =>
        expect(await statusOf(part('name="image"; filename="a.jpg"', await aPicture()))).toBe(400),
      );
    });

    it('refuses a complete file in a form whose text is refused', async () => {
      await fixture.expectNothingLeft(async () =>
        expect(
          await statusOf(
            part('name="image"; filename="a.jpg"', await aPicture()),
            part('name="text"', 'x'.repeat(20_001)),
            END,
          ),
        ).toBe(400),
      );
    });

    it('answers a refusal before the whole body has arrived', async () => {
      const answer = await overRawSocket(
        fixture.kickoff.url,
        Buffer.concat([Buffer.from(head(50 * MIB)), part('name="odd"; filename="a"', 'x'), END]),
      );

      expect(answer.status).toBe(400);
    });

    it('answers 401 before the body has arrived', async () => {
      const answer = await overRawSocket(fixture.kickoff.url, head(50 * MIB, 'no.real.token'));

      expect(answer.status).toBe(401);
    });

    it('stores nothing of a file whose upload is aborted', async () => {
      const before = await allStored(fixture.kickoff);
      const socket = connect(Number(new URL(fixture.kickoff.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(head(50 * MIB));
      const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), Buffer.alloc(MIB)]);
      socket.write(part('name="video"; filename="a.mp4"', film));
      await until(
        async () => (await filesOnDisk(fixture.kickoff)).length > before.files.length || undefined,
      );

      socket.destroy();

      await until(
        async () =>
          (await filesOnDisk(fixture.kickoff)).length === before.files.length || undefined,
      );
      expect(await allStored(fixture.kickoff)).toEqual(before);
    });
  });

  describe('uploads with an Idempotency-Key', () => {
    it('the same file is stored once, and another file is refused with 409', async () => {
      const key = 'one-key-for-a-picture';
      const [picture, other] = [await aPicture(), await aPicture(401)];
      const withKey = (image: Buffer) => fixture.send({ image }).set('Idempotency-Key', key);
      const first = Post.parse((await withKey(picture)).body);

      await fixture.expectNothingLeft(async () => {
        expect(Post.parse((await withKey(picture)).body)).toEqual(first);
        expectRefusal(await withKey(other), 409);
      });
    });
  });
});
