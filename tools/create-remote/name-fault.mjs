// Names and addresses that a new remote cannot have.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findConflict, KickoffManifest, RemoteDeclaration, RemoteName } from '@kickoff/contracts';

import { root } from '../start/long-step.mjs';
import { declarationOf } from './declaration-of.mjs';

/** @typedef {import('@kickoff/contracts').Claims} Claims */

const kickoff = fileURLToPath(root);

/**
 * @param {string} name
 * @returns {string | undefined} why a remote cannot have it, as a sentence
 */
export function findNameFault(name) {
  const { error } = RemoteName.safeParse(name);
  if (error) return `the name '${name}' ${error.issues[0]?.message ?? 'is invalid'}.`;
  const others = [...declared(), ...live()];
  const isTaken = others.some((other) => other.name === name);
  if (isTaken || existsSync(join(kickoff, `mf-${name}`))) return `the name '${name}' is taken.`;
  const conflict = findConflict({ ...declarationOf(name) }, others);
  return conflict && `'${name}' ${conflict}.`;
}

/**
 * The shell and the remotes of this repository.
 *
 * @returns {Claims[]}
 */
function declared() {
  const folders = readdirSync(kickoff).filter((name) => name === 'shell' || name.startsWith('mf-'));
  return folders.flatMap((folder) => {
    const { data } = RemoteDeclaration.safeParse(readJson(join(kickoff, folder, 'remote.json')));
    return data ? [{ ...data, navigation: data.navigation ?? [] }] : [];
  });
}

/**
 * The claims of live remotes in the data folder of this KickOff, including those of other teams.
 *
 * @returns {Claims[]}
 */
function live() {
  const folder = resolve(kickoff, process.env['KICKOFF_DATA'] ?? '.data', 'live');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const manifest = readJson(join(folder, name, 'mf-manifest.json'));
    const { data } = KickoffManifest.safeParse(Object(manifest).kickoff);
    return data ? [data] : [];
  });
}

/**
 * @param {string} path
 * @returns {unknown} undefined where there is no JSON
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
