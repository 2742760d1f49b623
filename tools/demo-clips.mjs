// Usage: npm install --no-save mp4-muxer@5.2.2 && node tools/demo-clips.mjs
//
// Draws the short clips of the demo cast and writes them to libs/testing/demo-clips/. They are
// committed, so this runs only when a clip is to change. Chromium's own encoder makes the frames.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(`${root}e2e/package.json`);
const { chromium } = require('@playwright/test');
const { default: headless } = await import(require.resolve('@sparticuz/chromium'));

const clips = await readFile(new URL('demo-clips/clips.js', import.meta.url), 'utf8');
const muxer = await readFile(`${root}node_modules/mp4-muxer/build/mp4-muxer.js`, 'utf8');
// Encoders are for secure contexts only, which loopback is.
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

const browser = await chromium.launch({
  executablePath: await headless.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${address.port}/`);
  await mkdir(`${root}libs/testing/demo-clips`, { recursive: true });
  /** @type {string[]} */
  const names = await page.evaluate('clipNames()');
  for (const name of names) {
    /** @type {string} */
    const base64 = await page.evaluate(`encodeClip(${JSON.stringify(name)})`);
    const bytes = Buffer.from(base64, 'base64');
    await writeFile(`${root}libs/testing/demo-clips/${name}.mp4`, bytes);
    process.stdout.write(`${name}.mp4 ${Math.round(bytes.length / 1000)} kB\n`);
  }
} finally {
  await browser.close();
  server.close();
}
