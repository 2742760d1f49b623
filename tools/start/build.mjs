import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { giveUp, root, runLongStep, say } from './long-step.mjs';

/** Stored with the installed packages: other versions of the tools may build another result. */
const stamp = new URL('node_modules/.kickoff-built', root);

const sharedSources = ['package-lock.json', 'nx.json', 'tsconfig.base.json', '.swcrc'];
const notSources = new Set([
  ...['node_modules', 'dist', '.types', 'test', 'results'],
  // Written by a type check.
  'tsconfig.tsbuildinfo',
]);

/** @param {URL} file */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Folders of all existing workspaces, each with a trailing slash. */
function workspaces() {
  /** @type {string[]} */
  const patterns = read(new URL('package.json', root)).workspaces;
  const folders = patterns.flatMap((pattern) => {
    if (!pattern.endsWith('*')) return [new URL(`${pattern}/`, root)];
    const [, parentPath = '', start = ''] = /^(.*\/)?([^/]*)\*$/.exec(pattern) ?? [];
    const parent = new URL(parentPath, root);
    return readdirSync(parent)
      .filter((name) => name.startsWith(start))
      .map((name) => new URL(`${name}/`, parent));
  });
  return folders.filter((folder) => existsSync(new URL('package.json', folder)));
}

/** @param {URL} folder */
const isBuilt = (folder) => read(new URL('package.json', folder)).scripts?.build !== undefined;

/**
 * Returns all files below a folder in a stable order.
 *
 * @param {URL} folder
 * @param {Set<string>} [leftOut] names of files and folders
 * @returns {URL[]}
 */
function filesBelow(folder, leftOut = new Set()) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !leftOut.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = encodeURIComponent(entry.name);
      if (entry.isDirectory()) return filesBelow(new URL(`${name}/`, folder), leftOut);
      return [new URL(name, folder)];
    });
}

/** Hash of the inputs of a build. */
function hashSources() {
  const hash = createHash('sha256');
  const sources = [
    ...sharedSources.map((name) => new URL(name, root)),
    ...[new URL('tools/webpack/', root), ...workspaces()].flatMap((f) => filesBelow(f, notSources)),
  ];
  for (const file of sources) hash.update(file.href).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Hash of the inputs and outputs of a build; undefined where outputs are missing.
 *
 * @param {string} sources hash of the inputs
 */
function fingerprint(sources) {
  const hash = createHash('sha256').update(sources);
  // `npm run dev` and a manual build write there too, perhaps from other sources.
  for (const folder of workspaces().filter(isBuilt)) {
    const results = filesBelow(new URL('dist/', folder));
    if (results.length === 0) return undefined;
    for (const file of results) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${file.href} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** Returns whether no source and no output has changed since the last full build. */
export function isUnchanged() {
  const known = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  return known !== '' && known === fingerprint(hashSources());
}

/** Builds all projects if a source or an output has changed since the last time. */
export async function buildWhatChanged() {
  if (isUnchanged()) return;
  // Before the build: a source that changes meanwhile is built by the next start.
  const sources = hashSources();
  await build(workspaces().filter(isBuilt).map(nameOf));
  writeFileSync(stamp, fingerprint(sources) ?? '');
}

/** @param {URL} folder @returns {string} */
const nameOf = (folder) => read(new URL('project.json', folder)).name;

/** Builds these projects; nx skips unchanged ones. @param {string[]} projects */
export async function build(projects) {
  const total = projects.length;
  say(`Building ${total} projects …`);
  const { ok, output, seconds } = await runLongStep({
    command: [
      process.execPath,
      ...[nx(), 'run-many', '-t', 'build', '-p', projects.join(',')],
      // A build occupies little more than one core.
      '--parallel=2',
      '--output-style=static-failures-only',
    ],
    // Without the nx daemon, and with the lines that are counted here.
    env: { NX_DAEMON: 'false', NX_TUI: 'false', NO_COLOR: '1', FORCE_COLOR: undefined },
    progress: (soFar) => {
      const done = [...soFar.matchAll(/^\s*✔\s+nx run (\S+):build/gm)].map(([, name]) => name);
      return [`${done.length} of ${total} projects are built`, ...done.slice(-1)].join(', last ');
    },
  });
  if (!ok) {
    giveUp(
      'The build failed; what is above says where. Correct that source, or go back to a ' +
        'version that builds, and start again.',
      output,
    );
  }
  say(`Built in ${seconds} s.`);
}

/** The program file of nx. */
function nx() {
  const folder = new URL('node_modules/nx/', root);
  return fileURLToPath(new URL(read(new URL('package.json', folder)).bin.nx, folder));
}
