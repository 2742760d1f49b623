import { createHash } from 'node:crypto';

import {
  type KickoffManifest,
  MANIFEST_MAX_BYTES,
  SHELL,
  findConflict,
  type PageDeclaration,
} from '@kickoff/contracts';
import type { z } from 'zod';

import { FederationManifest, type ShellFiles, ShellManifest } from './federation-manifest.js';
import { requirePlainName } from './named-files.js';
import { Refusal } from './refusal.js';
import { type Ranges, requireRanges, requireVersions } from './shared-packages.js';

/** A finished build of the shell or of a remote, by its manifest. */
interface BuildFacts {
  name: string;
  version: string;
  /** The first 8 hex digits of its manifest's SHA-256. */
  id: string;
  /** For the shell: what it provides. */
  needs: Ranges;
  pages: Readonly<Record<string, PageDeclaration>>;
  navigation: KickoffManifest['navigation'];
  /** All files that its manifest names, as paths in its folder. */
  files: readonly string[];
}

export interface RemoteBuild extends BuildFacts {
  kind: 'remote';
  /** The file of its federation container. */
  entry: string;
  modules: readonly FederationManifest['exposes'][number]['assets'][];
}

export interface ShellBuild extends BuildFacts {
  kind: 'shell';
  shell: ShellFiles;
}

export type Build = RemoteBuild | ShellBuild;

/** Identifies a build by its manifest's bytes. */
export function buildIdOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 8);
}

/**
 * Parses a manifest. Throws a Refusal that states the invalid field.
 *
 * @param name the expected name
 */
export function parseBuild(name: string, bytes: Buffer): Build {
  if (bytes.length > MANIFEST_MAX_BYTES) throw new Refusal('mf-manifest.json is over 1 MB');
  const content = parseJson(bytes);
  const build =
    name === SHELL
      ? toShellBuild(bytes, checked(ShellManifest, content))
      : toRemoteBuild(bytes, checked(FederationManifest, content));
  if (build.name !== name) {
    throw new Refusal(`kickoff.name in mf-manifest.json is '${build.name}', not '${name}'`);
  }
  build.files.forEach(requirePlainName);
  const conflict = findConflict(build, []);
  if (conflict !== undefined) throw new Refusal(`'${name}' ${conflict}`);
  return build;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal('mf-manifest.json is not JSON');
  }
}

function checked<Content>(schema: z.ZodType<Content>, content: unknown): Content {
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.') ?? '';
  const message = issue?.message ?? 'is not valid';
  // Zod's own messages are sentences, ours continue the name of the field.
  const words = /^[A-Z]/.test(message) ? `${path} in mf-manifest.json: ${message}` : undefined;
  throw new Refusal(words ?? `${path} ${message} (mf-manifest.json)`);
}

function factsOf(bytes: Buffer, kickoff: KickoffManifest): Omit<BuildFacts, 'files'> {
  const { name, version, needs, pages, navigation } = kickoff;
  return { name, version, id: buildIdOf(bytes), needs, pages, navigation };
}

function toRemoteBuild(bytes: Buffer, manifest: FederationManifest): RemoteBuild {
  const { kickoff, metaData, exposes, shared = [] } = manifest;
  requireRanges(kickoff.needs);
  requireOwnPublicPath(metaData.publicPath);
  const { path = '', name } = metaData.remoteEntry;
  const entry = `${path.replace(/\/?$/, path === '' ? '' : '/')}${name}`;
  const modules = exposes.map(({ assets }) => assets);
  const assets = [...modules, ...shared.flatMap((item) => item.assets ?? [])];
  const files = assets.flatMap(({ js, css }) => [
    ...js.sync,
    ...js.async,
    ...css.sync,
    ...css.async,
  ]);
  const scripts = exposes
    .filter((exposed) => exposed.path === './pages' || exposed.name === 'pages')
    .flatMap((exposed) => [...exposed.assets.js.sync, ...exposed.assets.js.async]);
  for (const page of Object.keys(kickoff.pages)) {
    if (!scripts.some((file) => isOfPage(file, page))) {
      throw new Refusal(
        `kickoff.pages in mf-manifest.json has the page ${page} without its module`,
      );
    }
  }
  const facts = factsOf(bytes, kickoff);
  return { ...facts, kind: 'remote', entry, modules, files: [...new Set([entry, ...files])] };
}

/**
 * Throws unless the public path is relative to the script or on its own origin: otherwise the files
 * of the manifest are not found.
 */
function requireOwnPublicPath(publicPath = 'auto'): void {
  if (/^[a-z][a-z\d+.-]*:|^[/\\]{2}/i.test(publicPath)) {
    throw new Refusal(
      `metaData.publicPath in mf-manifest.json is '${publicPath}', of another origin`,
    );
  }
}

function toShellBuild(
  bytes: Buffer,
  { kickoff, shell }: z.infer<typeof ShellManifest>,
): ShellBuild {
  requireVersions(kickoff.needs);
  for (const name of [...Object.keys(kickoff.pages), 'fan', 'admin', 'Fallback']) {
    if (!Object.hasOwn(shell.documents, name)) {
      throw new Refusal(`shell.documents in mf-manifest.json has none for ${name}`);
    }
  }
  const hinted = Object.values(shell.hints).flatMap(({ scripts, styles, fonts }) => [
    ...scripts,
    ...styles,
    ...fonts,
  ]);
  const files = [
    ...Object.values(shell.documents),
    ...Object.values(shell.root),
    // Addresses, at which the shell's files are served at the root.
    ...hinted.map((address) => address.replace(/^\/(?!\/)/, '')),
  ];
  return { ...factsOf(bytes, kickoff), kind: 'shell', shell, files: [...new Set(files)] };
}

/** Returns whether a file belongs to the chunk of a page. */
export function isOfPage(file: string, page: string): boolean {
  return file.slice(file.lastIndexOf('/') + 1).startsWith(`page-${page}.`);
}
