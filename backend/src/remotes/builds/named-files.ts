import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import { Refusal } from './refusal.js';

const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|\/\/|\\\\)/i;
/** Names that need no escaping in an address, in HTML or on any disk. */
const PLAIN = /^[\w.~@+$()!,=-]+(?:\/[\w.~@+$()!,=-]+)*$/;

/** Throws a Refusal if a name in a manifest leaves the build's folder. */
export function requirePlainName(file: string): void {
  const fault = faultOf(file);
  if (fault !== undefined) throw new Refusal(`mf-manifest.json names '${file}', which ${fault}`);
}

function faultOf(file: string): string | undefined {
  if (ADDRESS.test(file)) return 'is of another origin';
  if (/^[/\\]/.test(file)) return 'is absolute';
  const segments = file.split(/[/\\]/);
  if (segments.includes('..')) return 'climbs out of its folder';
  if (!PLAIN.test(file)) return 'is no plain relative path';
  if (segments.some((segment) => segment.startsWith('.'))) return 'begins with a dot';
  return undefined;
}

/** Throws a Refusal if a file of a manifest is missing in a folder, a link, or not a file. */
export async function requireFiles(folder: string, files: readonly string[]): Promise<void> {
  const root = await realpath(folder);
  await Promise.all(
    files.map(async (file) => {
      const fault = await diskFaultOf(root, file);
      if (fault !== undefined) {
        throw new Refusal(`mf-manifest.json names '${file}', which ${fault}`);
      }
    }),
  );
}

async function diskFaultOf(root: string, file: string): Promise<string | undefined> {
  const path = join(root, file);
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return 'is missing';
  // A folder on the path may be a link too.
  if (stats.isSymbolicLink() || (await realpath(path)) !== path) return 'is a link';
  return stats.isFile() ? undefined : 'is no file';
}
