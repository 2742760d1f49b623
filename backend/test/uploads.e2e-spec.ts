import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrorAnswer, IMAGE_MAX_BYTES, Post, VIDEO_MAX_BYTES } from '@kickoff/contracts';
import { Types } from 'mongoose';
import type { Response } from 'supertest';
import { z } from 'zod';

import { aFan, as, asVisitor, type Caller } from './support/callers.js';
import { anMp4, aWebm, PLACE } from './support/films.js';
import { type KickOff, startKickOff } from './support/kickoff.js';
import { anAnimation, aPicture, aPngOf, factsOf, pixels } from './support/pictures.js';
import { overRawSocket } from './support/raw.js';
import { allStored, filesOnDisk, uploadsFolder } from './support/stored-files.js';
import { until } from './support/until.js';

const MIB = 1024 * 1024;

describe('uploads', () => {
  let kickoff: KickOff;
  let alice: Caller;

  beforeAll(async () => {
    kickoff = await startKickOff();
    alice = await aFan(kickoff);
  });
  afterAll(() => kickoff.stop());

  const send = (files: Record<string, Buffer>, fields: Record<string, string> = {}, by = alice) => {
    const call = as(kickoff, by).post('/api/pt/posts').field(fields);
    for (const [field, bytes] of Object.entries(files)) {
      void call.attach(field, bytes, `${field}.bin`);
    }
    return call;
  };
  const posted = async (files: Record<string, Buffer>, fields: Record<string, string> = {}) => {
    const answer = await send(files, fields);
    expect(answer.status).toBe(201);
    return Post.parse(answer.body);
  };
  const fetched = (path = '') =>
    asVisitor(kickoff)
      .get(`/api/uploads/${path}`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });
  const bytesOf = async (path = '') => z.instanceof(Buffer).parse((await fetched(path)).body);

  function expectRefusal(answer: Pick<Response, 'status' | 'body'>, status: number) {
    expect({ status: answer.status, ...ErrorAnswer.parse(answer.body) }).toMatchObject({ status });
  }
  /** Runs a call that must be refused, and looks that it leaves nothing on disk or in the database. */
  async function expectNothingLeft(call: () => PromiseLike<unknown>) {
    const before = await allStored(kickoff);
    await call();
    expect(await allStored(kickoff)).toEqual(before);
  }
  describe('of pictures', () => {
    it.each([
      ['a JPEG', () => pixels(50, 40).jpeg().toBuffer()],
      ['a PNG', () => pixels(50, 40).png().toBuffer()],
      ['a WebP', () => pixels(50, 40).webp().toBuffer()],
      ['a GIF', () => pixels(50, 40).gif().toBuffer()],
    ])('take %s and make a WebP of it, with its size in the post', async (_what, picture) => {
      const post = await posted({ image: await picture() }, { alt: 'The pitch' });

      expect(post).toMatchObject({ imageSize: { width: 50, height: 40 }, alt: 'The pitch' });
      expect(post.image).toMatch(/^[0-9a-f]{32}[.]webp$/);
      expect(await factsOf(await bytesOf(post.image))).toMatchObject({
        format: 'webp',
        width: 50,
        height: 40,
      });
    });

    it('believe the bytes and neither the name nor the declared type', async () => {
      const answer = await as(kickoff, alice)
        .post('/api/pt/posts')
        .attach('image', await aPicture(), {
          filename: '../../../etc/cron.d/evil.html',
          contentType: 'text/html',
        });

      expect(answer.status).toBe(201);
      expect((await fetched(Post.parse(answer.body).image)).headers['content-type']).toBe(
        'image/webp',
      );
      expect((await filesOnDisk(kickoff)).filter((name) => name.includes('evil'))).toEqual([]);
    });

    it('stand upright and say nothing of camera, place and author', async () => {
      const picture = await pixels(60, 40)
        .jpeg()
        .withExif({
          IFD0: { Artist: 'Alice', Model: 'Camera' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 33/1 0/1' },
        })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PLACE}</x:xmpmeta>`)
        .withMetadata({ orientation: 6 })
        .toBuffer();

      const post = await posted({ image: picture });

      expect(picture.includes(PLACE) && picture.includes('Alice')).toBe(true);
      expect(post.imageSize).toEqual({ width: 40, height: 60 });
      const bytes = await bytesOf(post.image);
      const { exif, xmp, iptc, icc, orientation } = await factsOf(bytes);
      expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
      expect(bytes.includes('Alice') || bytes.includes(PLACE)).toBe(false);
    });

    it('come in the widths asked for and are never enlarged', async () => {
      const { image = '' } = await posted({ image: await aPicture(700, 350) });

      const widths = await Promise.all(
        ['', '?w=320', '?w=640', '?w=1080'].map(
          async (query) => (await factsOf(await bytesOf(image + query))).width,
        ),
      );

      expect(widths).toEqual([700, 320, 640, 700]);
    });

    it('are kept no larger than any screen', async () => {
      const { image, imageSize } = await posted({ image: await aPicture(4000, 1000) });

      expect(imageSize).toEqual({ width: 1920, height: 480 });
      expect((await factsOf(await bytesOf(image))).width).toBe(1920);
    });

    it('stay animations, in every width', async () => {
      const { image = '', imageSize } = await posted({ image: await anAnimation(7, 400, 30) });

      expect(imageSize).toEqual({ width: 400, height: 30 });
      for (const query of ['', '?w=320']) {
        const facts = await factsOf(await bytesOf(image + query));
        expect(facts).toMatchObject({ pages: 7, delay: Array(7).fill(50) });
      }
    });

    it('take an animation of 200 frames and refuse 201 with 413', async () => {
      expect((await send({ image: await anAnimation(200) })).status).toBe(201);
      const longer = await anAnimation(201);

      await expectNothingLeft(async () => expectRefusal(await send({ image: longer }), 413));
    });

    it('take 10 MB and refuse a byte more with 413', async () => {
      const picture = await aPicture();
      const full = Buffer.concat([picture, Buffer.alloc(IMAGE_MAX_BYTES - picture.length)]);

      expect((await send({ image: full })).status).toBe(201);
      await expectNothingLeft(async () =>
        expectRefusal(await send({ image: Buffer.concat([full, Buffer.from('x')]) }), 413),
      );
    });

    it.each([
      ['20,000 by 20,000 pixels', aPngOf(20_000, 20_000)],
      ['12,001 pixels on a side', aPngOf(12_001, 10)],
      ['a little more than 50 megapixels', aPngOf(10_000, 5_001)],
    ])('refuse %s in a small file with 413', async (_what, picture) => {
      await expectNothingLeft(async () => expectRefusal(await send({ image: picture }), 413));
    });

    it.each([
      ['a drawing in SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
      ['a page', '<!doctype html><script>alert(1)</script>'],
      ['plain words', 'GIF8'],
      ['a script that begins like a GIF', 'GIF88a=1//'],
      ['a HEIC picture', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
      ['an AVIF picture', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1')],
      ['a TIFF picture', Buffer.from('II*\0\x08\0\0\0\0\0\0\0', 'latin1')],
      ['a BMP picture', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
      ['a sound', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
      ['a film', anMp4()],
    ])('refuse %s with 415', async (_what, bytes) => {
      await expectNothingLeft(async () =>
        expectRefusal(await send({ image: Buffer.from(bytes) }), 415),
      );
    });

    it.each([
      ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
      [
        'a drawing in SVG that begins like a GIF',
        () => Promise.resolve(Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>')),
      ],
      ['a PNG of nothing but its beginning', () => Promise.resolve(aPngOf(9, 9).subarray(0, 20))],
      ['a JPEG cut short', async () => (await aPicture()).subarray(0, 900)],
      [
        'a PNG cut short',
        async () => {
          const picture = await pixels(300, 300).png({ compressionLevel: 0 }).toBuffer();
          return picture.subarray(0, picture.length / 2);
        },
      ],
      [
        'a WebP cut short',
        async () => (await pixels(300, 300).webp({ lossless: true }).toBuffer()).subarray(0, -9),
      ],
      ['a GIF cut short', async () => (await anAnimation(5)).subarray(0, -9)],
      ['a GIF without its end', async () => (await anAnimation(5)).subarray(0, -1)],
    ])('refuse %s with 400', async (_what, picture) => {
      const bytes = await picture();

      await expectNothingLeft(async () => expectRefusal(await send({ image: bytes }), 400));
    });
  });

  describe('of videos', () => {
    it.each([
      ['an MP4', anMp4(), 'mp4'],
      ['a WebM', aWebm(), 'webm'],
      ['a WebM of a recorder', aWebm({ isOpen: true }), 'webm'],
    ])(
      'take %s, tell its length and say nothing of place and author',
      async (_what, film, kind) => {
        const post = await posted({ video: film });

        expect(post.video).toMatch(new RegExp(`^[0-9a-f]{32}[.]${kind}$`));
        expect(post.videoDuration).toBe(2.5);
        const answer = await fetched(post.video);
        expect(answer.headers['content-type']).toBe(`video/${kind}`);
        const bytes = z.instanceof(Buffer).parse(answer.body);
        expect(bytes).toHaveLength(film.length);
        expect(bytes.includes(PLACE)).toBe(false);
      },
    );

    it('go with text and a picture in one post', async () => {
      const post = await posted({ image: await aPicture(), video: anMp4() }, { text: 'Goal!' });

      expect([post.text, typeof post.image, typeof post.video]).toEqual([
        'Goal!',
        'string',
        'string',
      ]);
    });

    it('leave nothing of a good picture that comes with a bad one', async () => {
      const image = await aPicture();

      await expectNothingLeft(async () =>
        expectRefusal(await send({ image, video: Buffer.from('no film') }), 415),
      );
    });

    it.each([
      ['a picture', 415, () => aPicture()],
      ['a HEIC picture', 415, () => Promise.resolve(anMp4({ brand: 'heic', compatible: 'mif1' }))],
      ['a song', 415, () => Promise.resolve(anMp4({ brand: 'M4A ' }))],
      ['sound without a picture', 415, () => Promise.resolve(anMp4({ track: 'soun' }))],
      ['another kind of Matroska', 415, () => Promise.resolve(aWebm({ docType: 'matroska' }))],
      ['an MP4 cut short', 400, () => Promise.resolve(anMp4().subarray(0, -3))],
      ['a WebM cut short', 400, () => Promise.resolve(aWebm().subarray(0, -3))],
    ])('refuse %s with %i', async (_what, status, film) => {
      const bytes = await film();

      await expectNothingLeft(async () => expectRefusal(await send({ video: bytes }), status));
    });

    it('take 100 MB and refuse a byte more with 413', async () => {
      const room = VIDEO_MAX_BYTES - anMp4({ frames: Buffer.alloc(0) }).length;
      const bob = await aFan(kickoff);

      const full = await send({ video: anMp4({ frames: Buffer.alloc(room) }) }, {}, bob);

      expect(full.status).toBe(201);
      await expectNothingLeft(async () =>
        expectRefusal(await send({ video: anMp4({ frames: Buffer.alloc(room + 1) }) }), 413),
      );
      await as(kickoff, bob)
        .delete(`/api/pt/posts/${Post.parse(full.body)._id}`)
        .expect(204);
    });
  });

  describe('of forms over a bare connection', () => {
    const part = (head: string, body: Buffer | string = '') =>
      Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(body),
        Buffer.from('\r\n'),
      ]);
    const END = Buffer.from('--b--\r\n');
    const head = (length: number, token = alice.token) =>
      `POST /api/pt/posts HTTP/1.1\r\nHost: own\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
    const raw = (...parts: Buffer[]) => {
      const body = Buffer.concat(parts);
      return overRawSocket(kickoff.url, Buffer.concat([Buffer.from(head(body.length)), body]));
    };
    const statusOf = async (...parts: Buffer[]) => (await raw(...parts)).status;

    it('take a file input without name and bytes for no file, whatever its field', async () => {
      const empty = (field: string) =>
        part(`name="${field}"; filename=""\r\nContent-Type: application/octet-stream`);

      expect(await statusOf(part('name="text"', 'Goal!'), empty('image'), empty('odd'), END)).toBe(
        201,
      );
    });

    it('refuse bytes without a file name where no file belongs', async () => {
      const odd = part('name="odd"\r\nContent-Type: application/octet-stream', 'bytes');

      await expectNothingLeft(async () =>
        expect(await statusOf(part('name="text"', 'Goal!'), odd, END)).toBe(400),
      );
    });

    it('refuse two files in a field, a file without a field, and one that does not belong', async () => {
      const picture = await aPicture();
      const file = (field: string) => part(`${field}; filename="a.jpg"`, picture);

      await expectNothingLeft(async () => {
        expect(await statusOf(file('name="image"'), file('name="image"'), END)).toBe(400);
        expect(await statusOf(file('x="y"'), END)).toBe(400);
        expect(await statusOf(file('name="odd"'), END)).toBe(400);
        expect(await statusOf(file('name="image[]"'), END)).toBe(400);
        expect(await statusOf(file('name="__proto__"'), END)).toBe(400);
        expect(await statusOf(file(`name="${'n'.repeat(101)}"`), END)).toBe(400);
      });
    });

    it('refuse a form that ends within a file', async () => {
      await expectNothingLeft(async () =>
        expect(await statusOf(part('name="image"; filename="a.jpg"', await aPicture()))).toBe(400),
      );
    });

    it('refuse a whole file in a form whose text is refused', async () => {
      await expectNothingLeft(async () =>
        expect(
          await statusOf(
            part('name="image"; filename="a.jpg"', await aPicture()),
            part('name="text"', 'x'.repeat(20_001)),
            END,
          ),
        ).toBe(400),
      );
    });

    it('answer a refusal before the rest of the body has come', async () => {
      const answer = await overRawSocket(
        kickoff.url,
        Buffer.concat([Buffer.from(head(50 * MIB)), part('name="odd"; filename="a"', 'x'), END]),
      );

      expect(answer.status).toBe(400);
    });

    it('ask for a session before a byte of the body is read', async () => {
      const answer = await overRawSocket(kickoff.url, head(50 * MIB, 'no.real.token'));

      expect(answer.status).toBe(401);
    });

    it('leave nothing of a file whose sender goes away', async () => {
      const before = await allStored(kickoff);
      const socket = connect(Number(new URL(kickoff.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(head(50 * MIB));
      socket.write(part('name="video"; filename="a.mp4"', Buffer.alloc(MIB)));
      await until(
        async () => (await filesOnDisk(kickoff)).length > before.files.length || undefined,
      );

      socket.destroy();

      await until(
        async () => (await filesOnDisk(kickoff)).length === before.files.length || undefined,
      );
      expect(await allStored(kickoff)).toEqual(before);
    });
  });

  describe('with an Idempotency-Key', () => {
    it('are done once for the same file and refused for another with 409', async () => {
      const key = 'one-key-for-a-picture';
      const [picture, other] = [await aPicture(), await aPicture(401)];
      const withKey = (image: Buffer) => send({ image }).set('Idempotency-Key', key);
      const first = Post.parse((await withKey(picture)).body);

      await expectNothingLeft(async () => {
        expect(Post.parse((await withKey(picture)).body)).toEqual(first);
        expectRefusal(await withKey(other), 409);
      });
    });
  });

  describe('of one fan', () => {
    const usage = () => kickoff.connection.collection<{ bytes: number }>('media_usage');
    const roomLeft = (fan: Caller, bytes: number) =>
      usage().updateOne(
        { _id: new Types.ObjectId(fan.id) },
        { $set: { bytes: 500 * MIB - bytes } },
      );

    it('take no more than 500 MB together, however many come at once', async () => {
      const carol = await aFan(kickoff);
      const film = anMp4();
      const posts = () => send({ video: film }, {}, carol);
      await posts().expect(201);
      await roomLeft(carol, 2 * film.length);

      const answers = await Promise.all(Array.from({ length: 6 }, posts));

      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 413, 413, 413, 413]);
      expect(await usage().findOne({ _id: new Types.ObjectId(carol.id) })).toMatchObject({
        bytes: 500 * MIB,
      });
    });

    it('give their room back when a post goes', async () => {
      const dave = await aFan(kickoff);
      const before = await allStored(kickoff);
      const { _id } = Post.parse((await send({ image: await aPicture() }, {}, dave)).body);

      await as(kickoff, dave).delete(`/api/pt/posts/${_id}`).expect(204);

      await until(async () => (await allStored(kickoff)).bytes === before.bytes || undefined);
      expect(await allStored(kickoff)).toEqual(before);
    });
  });

  describe('when the disk takes nothing', () => {
    const incoming = () => join(uploadsFolder(kickoff), '.incoming');
    beforeEach(async () => {
      await rm(incoming(), { recursive: true, force: true });
      await mkdir(uploadsFolder(kickoff), { recursive: true });
      await writeFile(incoming(), '');
    });
    afterEach(() => rm(incoming(), { recursive: true }));

    it('are answered 503 with Retry-After, and nothing is stored', async () => {
      const image = await aPicture();

      await expectNothingLeft(async () => {
        const answer = await send({ image });
        expectRefusal(answer, 503);
        expect(answer.headers['retry-after']).toBe('5');
      });
    });

    it('do not stand in the way of words', async () => {
      expect((await send({}, { text: 'Goal!' })).status).toBe(201);
    });
  });

  describe('sent back', () => {
    let image: string;
    let video: string;
    const film = anMp4();
    beforeAll(async () => {
      ({ image = '', video = '' } = await posted({ image: await aPicture(), video: film }));
    });

    it('may be kept for ever by anyone, and are nothing but what they are', async () => {
      const { headers, status } = await fetched(image);

      expect({ status, ...headers }).toMatchObject({
        status: 200,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'image/webp',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
      });
      expect(headers).not.toHaveProperty('set-cookie');
    });

    it('are the same under /uploads', async () => {
      const answer = await asVisitor(kickoff).get(`/uploads/${image}`);

      expect([answer.status, answer.headers['etag']]).toEqual([
        200,
        (await fetched(image)).headers['etag'],
      ]);
    });

    it('are not sent again to whoever has them', async () => {
      const { headers } = await fetched(image);

      const answer = await fetched(image).set('If-None-Match', headers['etag'] ?? '');

      expect([answer.status, answer.body]).toEqual([304, Buffer.alloc(0)]);
    });

    it('answer HEAD like GET without a body', async () => {
      const answer = await asVisitor(kickoff).head(`/api/uploads/${video}`);

      expect([answer.status, answer.headers['content-length']]).toEqual([200, String(film.length)]);
    });

    it.each([
      ['bytes=0-3', 0, 4],
      ['bytes=10-19', 10, 20],
      ['bytes=-5', -5, undefined],
      ['bytes=20-', 20, undefined],
    ])('come in part by Range %s', async (range, from, to) => {
      const answer = await fetched(video).set('Range', range);

      const whole = await bytesOf(video);
      expect(answer.status).toBe(206);
      expect(answer.body).toEqual(whole.subarray(from, to));
      expect(answer.headers['content-range']).toMatch(new RegExp(`/${film.length}$`));
    });

    it('answer a range that is not there with 416 and how long they are', async () => {
      const answer = await asVisitor(kickoff)
        .get(`/api/uploads/${video}`)
        .set('Range', 'bytes=999999-');

      expectRefusal(answer, 416);
      expect(answer.body).toMatchObject({ code: 'bad_range' });
      expect(answer.headers).toMatchObject({
        'content-range': `bytes */${film.length}`,
        'cache-control': 'no-store',
      });
    });

    it('take no notice of conditions that cannot change anything', async () => {
      const answer = await fetched(image)
        .set('If-Match', '"other"')
        .set('If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT');

      expect(answer.status).toBe(200);
    });

    it.each(['1', '0', '-320', '320.0', '0320', ' 320', '4000', 'wide', ''])(
      'refuse the width %j with 400',
      async (w) => {
        expectRefusal(
          await asVisitor(kickoff).get(`/api/uploads/${image}?w=${encodeURIComponent(w)}`),
          400,
        );
      },
    );

    it.each(['320', 'wide'])('take no notice of the width %s for a video', async (w) => {
      expect((await fetched(`${video}?w=${w}`)).status).toBe(200);
    });

    it.each([
      '',
      'stories',
      'stories/',
      'profile_pictures/',
      '.incoming',
      '.incoming/x',
      `${'0'.repeat(32)}.webp`,
      'x.webp',
      '../secrets.json',
      '%2e%2e%2fsecrets.json',
      '..%2f..%2f..%2f..%2fetc%2fpasswd',
      'stories/..%2fx',
      '%5c..%5csecrets.json',
    ])('know nothing of %s', async (path) => {
      const answer = await overRawSocket(
        kickoff.url,
        `GET /api/uploads/${path} HTTP/1.1\r\nHost: own\r\nConnection: close\r\n\r\n`,
      );

      expect(answer.status).toBe(404);
      expect(ErrorAnswer.parse(JSON.parse(answer.body)).code).toBe('not_found');
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('do not tell the smaller forms of a picture by their names', async () => {
      const { image: large = '' } = await posted({ image: await aPicture(700) });

      expect((await fetched(large.replace('.', '-320.'))).status).toBe(404);
    });

    it('do not lie where another folder is asked for', async () => {
      expect((await fetched(`stories/${image}`)).status).toBe(404);
    });
  });
});

describe('the limit of uploads', () => {
  it('counts 30 files in 30 minutes, times the factor, and neither words nor empty inputs', async () => {
    const kickoff = await startKickOff({ RATE_LIMIT_FACTOR: '0.1' });
    const alice = await aFan(kickoff);
    const update = async (picture?: Buffer) => {
      const call = as(kickoff, alice).post('/api/user/update-profile').field({
        username: alice.username,
        email: alice.email,
        phone: '+44 20 7946 0181',
        fav_team1: '',
        fav_player: '',
      });
      if (picture) void call.attach('profilePicture', picture, 'me.jpg');
      return (await call).status;
    };
    const picture = await aPicture();

    const statuses = [];
    for (const file of [undefined, picture, undefined, picture, picture, picture, undefined]) {
      statuses.push(await update(file));
    }
    kickoff.clock.advance(30 * 60_000);
    statuses.push(await update(picture));

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200]);
    await kickoff.stop();
  });
});
