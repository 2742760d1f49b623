// What a remote states about itself, in `remote.json` and `package.json`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  KickoffManifest,
  MANIFEST_FORM,
  RemoteDeclaration,
  SHARED_PACKAGES,
} from '@kickoff/contracts';

/** @typedef {import('@kickoff/contracts').KickoffManifest} Manifest */
/** @typedef {import('@kickoff/contracts').RemoteDeclaration} Declaration */
/** @typedef {{ version?: unknown, peerDependencies?: Record<string, string>, config?: { port?: unknown } }} Package */

/** `remote.json` or `package.json` is not what a build can use; the message says what is wrong where. */
export class InvalidRemote extends Error {}

/**
 * @param {string} text of `remote.json`
 * @returns {Declaration}
 * @throws {InvalidRemote}
 */
export function parseDeclaration(text) {
  const { data, error } = RemoteDeclaration.safeParse(parseJson('remote.json', text));
  if (!data) throw new InvalidRemote(sentencesOf('remote.json', error.issues));
  return data;
}

/**
 * The file of a page's component.
 * @param {string} folder of the remote
 * @param {string} page such as `Draft`
 */
export const pageFile = (folder, page) => join(folder, 'src', 'pages', `${page}Page.tsx`);

/**
 * @param {string} folder of the remote
 * @param {Declaration} declaration
 * @throws {InvalidRemote} if the component of a page is missing
 */
export function requirePageFiles(folder, { pages }) {
  const missing = Object.keys(pages).filter((page) => !existsSync(pageFile(folder, page)));
  if (missing.length === 0) return;
  throw new InvalidRemote(
    missing
      .map(
        (page) =>
          `remote.json declares the page ${page}, but src/pages/${page}Page.tsx is missing.`,
      )
      .join('\n'),
  );
}

/**
 * The declaration of a remote, whose pages all have their files.
 * @param {string} folder of the remote
 * @returns {Declaration}
 * @throws {InvalidRemote}
 */
export function readDeclaration(folder) {
  const declaration = parseDeclaration(readText(folder, 'remote.json'));
  requirePageFiles(folder, declaration);
  return declaration;
}

/**
 * The field `kickoff` of a remote's manifest: its declaration, its version, what it needs of the shell.
 * @param {string} folder of the remote
 * @param {Declaration} declaration
 * @returns {Manifest}
 * @throws {InvalidRemote}
 */
export function manifestOf(folder, { name, pages, navigation = [] }) {
  const { version, peerDependencies = {} } = readPackage(folder);
  const needs = Object.fromEntries(
    SHARED_PACKAGES.flatMap((shared) => {
      const range = peerDependencies[shared];
      return range === undefined ? [] : [[shared, range]];
    }),
  );
  const manifest = { manifest: MANIFEST_FORM, name, version, needs, pages, navigation };
  const { data, error } = KickoffManifest.safeParse(manifest);
  if (!data) throw new InvalidRemote(sentencesOf('package.json', error.issues));
  return data;
}

/**
 * The port of a remote's own page during development.
 * @param {string} folder of the remote
 * @returns {number} `config.port` of its `package.json`, else 5010
 */
export function devPort(folder) {
  return Number(readPackage(folder).config?.port ?? 5010);
}

/**
 * @param {string} folder of the remote
 * @returns {Package}
 */
function readPackage(folder) {
  const content = /** @type {Package} */ (
    parseJson('package.json', readText(folder, 'package.json'))
  );
  return content;
}

/**
 * @param {string} folder
 * @param {string} file
 */
function readText(folder, file) {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    throw new InvalidRemote(`${file} is missing in ${folder}.`);
  }
}

/**
 * @param {string} file
 * @param {string} text
 * @returns {unknown}
 */
function parseJson(file, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidRemote(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

/**
 * @param {string} file
 * @param {readonly { path: PropertyKey[], message: string }[]} issues
 */
const sentencesOf = (file, issues) =>
  issues
    .map(({ path, message }) => `${[file, ...path.map(String)].join(' · ')}: ${message}`)
    .join('\n');
