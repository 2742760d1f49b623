import type { SharedPackage } from '@kickoff/contracts';
import semver from 'semver';

import { Refusal } from './refusal.js';

/** Version range by package; for the shell, the version that it provides. */
export type Ranges = Readonly<Partial<Record<SharedPackage, string>>>;

/** Throws a Refusal if a remote needs something that is not a semver range. */
export function requireRanges(needs: Ranges): void {
  requireEach(needs, (range) => semver.validRange(range) !== null, 'a range of versions');
}

/** Throws a Refusal if the shell provides something that is not a semver version. */
export function requireVersions(provides: Ranges): void {
  requireEach(provides, (version) => semver.valid(version) === version, 'a version');
}

function requireEach(ranges: Ranges, isValid: (text: string) => boolean, what: string): void {
  for (const [name, text] of Object.entries(ranges)) {
    if (!isValid(text)) {
      throw new Refusal(`kickoff.needs.${name} in mf-manifest.json is '${text}', not ${what}`);
    }
  }
}

/**
 * Returns the first need of a remote that the shell does not satisfy, such as `'fantasy' needs
 * @kickoff/web ^1.4.0, the shell provides 1.3.0`; undefined if there is none.
 */
export function findUnmetNeed(
  { name, needs }: { name: string; needs: Ranges },
  provides: Ranges,
): string | undefined {
  const versions = new Map(Object.entries(provides));
  for (const [wanted, range] of Object.entries(needs)) {
    const version = versions.get(wanted);
    if (version === undefined || !semver.satisfies(version, range)) {
      return `'${name}' needs ${wanted} ${range}, the shell provides ${version ?? 'none'}`;
    }
  }
  return undefined;
}
