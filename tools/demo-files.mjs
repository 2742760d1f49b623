// Usage: npm install --no-save mp4-muxer@5.2.2 && node tools/demo-files.mjs
//
// Renders the faces, pictures and short clips of the demo cast to backend/demo-files/. They are
// committed, so this runs only to change one. Chromium draws and encodes the frames.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire, register } from 'node:module';
import { fileURLToPath } from 'node:url';

register('./jest/typescript-loader.mjs', import.meta.url);
const { DEMO_FANS, faceFile } = await import('../backend/src/demo/cast.js');
const { drawFace } = await import('../backend/src/demo/faces.js');
const { DEMO_SCENES } = await import('../backend/src/demo/scenes.js');

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(`${root}e2e/package.json`);
const { chromium } = require('@playwright/test');
const { default: headless } = await import(require.resolve('@sparticuz/chromium'));

const clips = await readFile(new URL('demo-files/clips.js', import.meta.url), 'utf8');
const muxer = await readFile(`${root}node_modules/mp4-muxer/build/mp4-muxer.js`, 'utf8');
// Encoders need a secure context; loopback is one.
const server = createServer((request, response) => {
  const script = request.url === '/muxer.js' ? muxer : clips;
  const isPage = request.url === '/';
  response.setHeader('Content-Type', isPage ? 'text/html' : 'text/javascript');
  response.end(
    isPage ? '<script src="/muxer.js"></script><script src="/clips.js"></script>' : script,
  );
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const address = server.address();
if (typeof address !== 'object' || address === null) throw new Error('The server has no port');

const folder = `${root}backend/demo-files/`;
/** @param {string} name @param {Buffer} bytes */
async function save(name, bytes) {
  await writeFile(`${folder}${name}`, bytes);
  process.stdout.write(`${name} ${Math.round(bytes.length / 1000)} kB\n`);
}

const browser = await chromium.launch({
  executablePath: await headless.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  /** @param {string} name @param {{ svg: string, width: number, height: number }} drawing */
  const draw = async (name, { svg, width, height }) => {
    await page.setViewportSize({ width, height });
    await page.setContent(`<body style="margin:0">${svg}`);
    await save(name, await page.screenshot());
  };
  await mkdir(folder, { recursive: true });
  for (const fan of DEMO_FANS) if (fan.face) await draw(faceFile(fan), drawFace(fan.face));
  for (const [name, scene] of Object.entries(DEMO_SCENES)) await draw(`${name}.png`, scene());
  await page.goto(`http://127.0.0.1:${address.port}/`);
  /** @type {string[]} */
  const names = await page.evaluate('clipNames()');
  for (const name of names) {
    /** @type {string} */
    const base64 = await page.evaluate(`encodeClip(${JSON.stringify(name)})`);
    await save(`${name}.mp4`, Buffer.from(base64, 'base64'));
  }
} finally {
  await browser.close();
  server.close();
}
