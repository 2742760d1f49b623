import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IMAGE_MAX_BYTES, Post } from '@kickoff/contracts';

import { as } from './support/callers.js';
import { anMp4, PLACE } from './support/films.js';
import { aGifOf, anAnimation, aPicture, aPngOf, factsOf, pixels } from './support/pictures.js';
import { expectRefusal } from './support/refusal.js';
import { filesOnDisk } from './support/stored-files.js';
import { UploadFixture } from './support/uploads.js';

describe('picture uploads', () => {
  let fixture: UploadFixture;

  beforeAll(async () => {
    fixture = await UploadFixture.open();
  });
  afterAll(() => fixture.kickoff.stop());

  it.each([
    ['a JPEG', () => pixels(50, 40).jpeg().toBuffer()],
    ['a PNG', () => pixels(50, 40).png().toBuffer()],
    ['a WebP', () => pixels(50, 40).webp().toBuffer()],
    ['a GIF', () => pixels(50, 40).gif().toBuffer()],
  ])('accepts %s and stores it as WebP, with its size in the post', async (_what, picture) => {
    const post = await fixture.posted({ image: await picture() }, { alt: 'The pitch' });

    expect(post).toMatchObject({ imageSize: { width: 50, height: 40 }, alt: 'The pitch' });
    expect(post.image).toMatch(/^[0-9a-f]{32}[.]webp$/);
    expect(await factsOf(await fixture.bytesOf(post.image))).toMatchObject({
      format: 'webp',
      width: 50,
      height: 40,
    });
  });

  it('detects the type from the bytes, and ignores the name and the declared type', async () => {
    const answer = await as(fixture.kickoff, fixture.alice)
      .post('/api/pt/posts')
      .attach('image', await aPicture(), {
        filename: '../../../etc/cron.d/evil.html',
        contentType: 'text/html',
      });

    expect(answer.status).toBe(201);
    expect((await fixture.fetched(Post.parse(answer.body).image)).headers['content-type']).toBe(
      'image/webp',
    );
    expect((await filesOnDisk(fixture.kickoff)).filter((name) => name.includes('evil'))).toEqual(
      [],
    );
  });

  it('rotates a picture upright and removes its metadata', async () => {
    const picture = await pixels(60, 40)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Alice', Model: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 33/1 0/1' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${PLACE}</x:xmpmeta>`)
      .withMetadata({ orientation: 6 })
      .toBuffer();

    const post = await fixture.posted({ image: picture });

    expect(picture.includes(PLACE) && picture.includes('Alice')).toBe(true);
    expect(post.imageSize).toEqual({ width: 40, height: 60 });
    const bytes = await fixture.bytesOf(post.image);
    const { exif, xmp, iptc, icc, orientation } = await factsOf(bytes);
    expect([exif, xmp, iptc, icc, orientation]).toEqual(Array(5).fill(undefined));
    expect(bytes.includes('Alice') || bytes.includes(PLACE)).toBe(false);
  });

  it('serves the requested widths without enlarging', async () => {
    const { image = '' } = await fixture.posted({ image: await aPicture(700, 350) });

    const widths = await Promise.all(
      ['', '?w=320', '?w=640', '?w=1080'].map(
        async (query) => (await factsOf(await fixture.bytesOf(image + query))).width,
      ),
    );

    expect(widths).toEqual([700, 320, 640, 700]);
  });

  it('scales a picture down to a width of 1920 pixels', async () => {
    const { image, imageSize } = await fixture.posted({ image: await aPicture(4000, 1000) });

    expect(imageSize).toEqual({ width: 1920, height: 480 });
    expect((await factsOf(await fixture.bytesOf(image))).width).toBe(1920);
  });

  it('preserves animations in every width', async () => {
    const { image = '', imageSize } = await fixture.posted({
      image: await anAnimation(7, 400, 30),
    });

    expect(imageSize).toEqual({ width: 400, height: 30 });
    for (const query of ['', '?w=320']) {
      const facts = await factsOf(await fixture.bytesOf(image + query));
      expect(facts).toMatchObject({ pages: 7, delay: Array(7).fill(50) });
    }
  });

  it('accepts an animation of 200 frames and refuses 201 with 413', async () => {
    expect((await fixture.send({ image: await anAnimation(200) })).status).toBe(201);
    const longer = await anAnimation(201);

    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ image: longer }), 413),
    );
  });

  it('accepts an animation of 50 megapixels over all frames', async () => {
    const post = await fixture.posted({ image: aGifOf(1_000, 1_000, 50) });

    expect(post.imageSize).toEqual({ width: 1_000, height: 1_000 });
  });

  it('accepts 10 MB and refuses one byte more with 413', async () => {
    const picture = await aPicture();
    const full = Buffer.concat([picture, Buffer.alloc(IMAGE_MAX_BYTES - picture.length)]);

    expect((await fixture.send({ image: full })).status).toBe(201);
    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ image: Buffer.concat([full, Buffer.from('x')]) }), 413),
    );
  });

  it.each([
    ['20,000 by 20,000 pixels', aPngOf(20_000, 20_000)],
    ['12,001 pixels on a side', aPngOf(12_001, 10)],
    ['a little more than 50 megapixels', aPngOf(10_000, 5_001)],
    ['an animation with that much in all frames together', aGifOf(1_000, 1_001, 50)],
    ['an animation of few frames that are large', aGifOf(2_000, 2_001, 13)],
  ])('refuses %s in a small file with 413', async (_what, picture) => {
    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ image: picture }), 413),
    );
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['an HTML page', '<!doctype html><script>alert(1)</script>'],
    ['plain text', 'GIF8'],
    ['a script that begins like a GIF', 'GIF88a=1//'],
    ['a HEIC picture', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['an AVIF picture', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1avif', 'latin1')],
    ['a TIFF picture', Buffer.from('II*\0\x08\0\0\0\0\0\0\0', 'latin1')],
    ['a BMP picture', Buffer.from('BM\x3a\0\0\0\0\0\0\0\x36\0\0\0', 'latin1')],
    ['a sound', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    [
      'a file that names WebP without its container',
      Buffer.from('RIFX\x24\0\0\0WEBPVP8 ', 'latin1'),
    ],
    ['a video', anMp4()],
  ])('refuses %s with 415', async (_what, bytes) => {
    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ image: Buffer.from(bytes) }), 415),
    );
  });

  it.each([
    ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
    [
      'an SVG that begins like a GIF',
      () => Promise.resolve(Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg"/>')),
    ],
    ['a PNG of 20 bytes', () => Promise.resolve(aPngOf(9, 9).subarray(0, 20))],
    ['a truncated JPEG', async () => (await aPicture()).subarray(0, 900)],
    [
      'a truncated PNG',
      async () => {
        const picture = await pixels(300, 300).png({ compressionLevel: 0 }).toBuffer();
        return picture.subarray(0, picture.length / 2);
      },
    ],
    [
      'a truncated WebP',
      async () => (await pixels(300, 300).webp({ lossless: true }).toBuffer()).subarray(0, -9),
    ],
    ['a truncated GIF', async () => (await anAnimation(5)).subarray(0, -9)],
    ['a GIF without its end byte', async () => (await anAnimation(5)).subarray(0, -1)],
  ])('refuses %s with 400', async (_what, picture) => {
    const bytes = await picture();

    await fixture.expectNothingLeft(async () =>
      expectRefusal(await fixture.send({ image: bytes }), 400),
    );
  });
});
