// Usage: npm run bench:pictures -- picture [picture …]
//
// Compares other formats with the WebP of our renditions (backend/src/media/formats/images.ts), at
// the structural similarity that ours has to the original: bytes and processor time, all pictures
// and widths together, and the memory of a process that encodes the largest one. AVIF has the
// lowest quality that is at least as similar.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { IMAGE_WIDTHS } from '@kickoff/contracts';
import sharp from 'sharp';

/** As in backend/src/media/formats/images.ts. */
const OURS = { quality: 80, effort: 2 };
const MAX_SIDE = 1_920;
const WINDOW = 8;
const STEP = 4;
const US_A_MS = 1_000;
const KIB_A_MB = 1_024;
/** Renditions that phones show. */
const SMALL_WIDTH = 640;

/** @typedef {import('sharp').Sharp} Sharp */
/** @typedef {{ name: string, encode: (picture: Sharp, quality: number) => Sharp, isMatched: boolean }} Candidate */

/** @type {Candidate[]} */
const CANDIDATES = [
  { name: 'WebP, effort 2 (ours)', encode: (picture) => picture.webp(OURS), isMatched: false },
  ...[4, 6].map((effort) => ({
    name: `WebP, effort ${effort}`,
    encode: (/** @type {Sharp} */ picture) => picture.webp({ ...OURS, effort }),
    isMatched: false,
  })),
  ...[0, 2].map((effort) => ({
    name: `AVIF, effort ${effort}`,
    encode: (/** @type {Sharp} */ picture, /** @type {number} */ quality) =>
      picture.avif({ quality, effort, chromaSubsampling: '4:2:0' }),
    isMatched: true,
  })),
];

// As in the server: one thread a picture.
sharp.concurrency(1);
sharp.cache(false);

/** @param {Sharp} picture */
async function luma(picture) {
  const { data, info } = await picture
    .clone()
    .flatten({ background: 'white' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/**
 * The mean structural similarity of two pictures, from 0 to 1 (Wang et al. 2004, windows of 8 x 8).
 *
 * @param {Awaited<ReturnType<typeof luma>>} one @param {Awaited<ReturnType<typeof luma>>} other
 */
function similarity(one, other) {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const count = WINDOW * WINDOW;
  let sum = 0;
  let windows = 0;
  for (let top = 0; top + WINDOW <= one.height; top += STEP) {
    for (let left = 0; left + WINDOW <= one.width; left += STEP) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + WINDOW; y += 1) {
        for (let at = y * one.width + left; at < y * one.width + left + WINDOW; at += 1) {
          const [x, z] = [one.data[at] ?? 0, other.data[at] ?? 0];
          a += x;
          b += z;
          aa += x * x;
          bb += z * z;
          ab += x * z;
        }
      }
      const [ma, mb] = [a / count, b / count];
      const [va, vb, cov] = [aa / count - ma * ma, bb / count - mb * mb, ab / count - ma * mb];
      sum += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      windows += 1;
    }
  }
  return sum / windows;
}

/** @param {Buffer} raw @param {import('sharp').OutputInfo} info @returns {() => Sharp} */
const reader =
  (raw, { width, height, channels }) =>
  () =>
    sharp(raw, { raw: { width, height, channels } });

/**
 * Encodes a picture. `quality` is the lowest one at least as similar as wanted.
 *
 * @param {Candidate} candidate @param {() => Sharp} open @param {number} wanted
 */
async function encode({ encode: encodeAs, isMatched }, open, wanted) {
  const original = await luma(open());
  const at = async (/** @type {number} */ quality) => {
    const before = process.cpuUsage();
    const bytes = await encodeAs(open(), quality).toBuffer();
    const { user, system } = process.cpuUsage(before);
    const ssim = similarity(original, await luma(sharp(bytes)));
    return { bytes: bytes.length, ms: (user + system) / US_A_MS, ssim, quality };
  };
  if (!isMatched) return at(OURS.quality);
  let [low, high] = [20, 84];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await at(middle)).ssim >= wanted) high = middle;
    else low = middle + 1;
  }
  return at(high);
}

/** The renditions of a picture, as pixels. @param {string} path */
async function renditions(path) {
  const whole = await sharp(path)
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const open = reader(whole.data, whole.info);
  const smaller = await Promise.all(
    IMAGE_WIDTHS.filter((width) => width < whole.info.width).map((width) =>
      open().resize({ width }).raw().toBuffer({ resolveWithObject: true }),
    ),
  );
  return [whole, ...smaller].map(({ data, info }) => ({
    width: info.width,
    open: reader(data, info),
  }));
}

/**
 * Encodes the largest rendition of a picture; prints the peak of resident memory in MB.
 *
 * @param {string} name @param {string} path
 */
async function weigh(name, path) {
  const candidate = CANDIDATES.find((one) => one.name === name);
  const [largest] = await renditions(path);
  if (largest) await candidate?.encode(largest.open(), OURS.quality).toBuffer();
  process.stdout.write(String(process.resourceUsage().maxRSS / KIB_A_MB));
}

/** @param {readonly string[]} paths */
async function compare(paths) {
  const sums = CANDIDATES.map(({ name }) => ({
    name,
    bytes: 0,
    small: 0,
    ms: 0,
    qualities: [0].slice(1),
  }));
  for (const path of paths) {
    for (const { width, open } of await renditions(path)) {
      const [first] = CANDIDATES;
      const wanted = first ? (await encode(first, open, 0)).ssim : NaN;
      for (const [at, candidate] of CANDIDATES.entries()) {
        const { bytes, ms, quality } = await encode(candidate, open, wanted);
        const sum = sums[at];
        if (!sum) continue;
        sum.bytes += bytes;
        if (width <= SMALL_WIDTH) sum.small += bytes;
        sum.ms += ms;
        sum.qualities.push(quality);
      }
    }
  }
  const [ours] = sums;
  for (const { name, bytes, small, ms, qualities } of sums) {
    const memory = execFileSync(process.execPath, [
      ...process.execArgv,
      fileURLToPath(import.meta.url),
      '--weigh',
      name,
      paths[0] ?? '',
    ]);
    qualities.sort((one, other) => one - other);
    const cells = [
      name.padEnd(24),
      `${(bytes / 1_000).toFixed(0)} kB`.padStart(9),
      `${((bytes / (ours?.bytes ?? NaN)) * 100).toFixed(0)} %`.padStart(7),
      `${((small / (ours?.small ?? NaN)) * 100).toFixed(0)} % to ${SMALL_WIDTH} px`.padStart(16),
      `${ms.toFixed(0)} ms`.padStart(10),
      `${(ms / (ours?.ms ?? NaN)).toFixed(1)} x`.padStart(8),
      `${Number(memory).toFixed(0)} MB`.padStart(8),
      `quality ${qualities[0]} to ${qualities.at(-1)}`.padStart(20),
    ];
    process.stdout.write(`${cells.join('')}\n`);
  }
}

const [first, ...others] = process.argv.slice(2);
if (first === undefined) {
  process.stderr.write('Usage: npm run bench:pictures -- picture [picture …]\n');
  process.exitCode = 2;
} else if (first === '--weigh') {
  await weigh(others[0] ?? '', others[1] ?? '');
} else {
  await compare([first, ...others]);
}
