// Determines the version step that changes of a public surface need, and whether the library has
// taken it.

/** @typedef {import('./read-surface.mjs').Surface} Surface */
/** @typedef {'added' | 'changed' | 'removed'} Change */

/** @param {string[]} declaration */
const isExported = (declaration) => declaration.some((line) => line.startsWith('export '));

/**
 * @param {Surface} before the committed report
 * @param {Surface} now
 * @returns {string[]} a sentence for each export that changed without its version step
 */
export function missingSteps(before, now) {
  const entries = new Set([...Object.keys(before.entries), ...Object.keys(now.entries)]);
  return [...entries].flatMap((entry) =>
    changesOf(before.entries[entry] ?? {}, now.entries[entry] ?? {}).flatMap(({ name, change }) => {
      const least = nextVersion(before.version, change === 'added' ? 'minor' : 'major');
      if (isAtLeast(now.version, least)) return [];
      const place = entry === '.' ? now.name : `${now.name}${entry.slice(1)}`;
      return [
        `${place}: '${name}' is ${change} since ${before.version}. The version must be at least ${least}, it is ${now.version}.`,
      ];
    }),
  );
}

/**
 * Declarations that are not exported matter if exported ones refer to them: only their changes
 * count.
 *
 * @param {Record<string, string[]>} before
 * @param {Record<string, string[]>} now
 * @returns {{ name: string, change: Change }[]}
 */
function changesOf(before, now) {
  /** @type {{ name: string, change: Change }[]} */
  const changes = [];
  for (const [name, declaration] of Object.entries(before)) {
    const present = now[name];
    if (present === undefined) {
      if (isExported(declaration)) changes.push({ name, change: 'removed' });
    } else if (present.join('\n') !== declaration.join('\n'))
      changes.push({ name, change: 'changed' });
  }
  for (const [name, declaration] of Object.entries(now)) {
    if (!(name in before) && isExported(declaration)) changes.push({ name, change: 'added' });
  }
  return changes;
}

/**
 * @param {string} version
 * @param {'major' | 'minor'} step
 */
function nextVersion(version, step) {
  const [major, minor] = partsOf(version);
  return step === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
}

/**
 * @param {string} version
 * @param {string} least
 */
function isAtLeast(version, least) {
  const [major, minor] = partsOf(version);
  const [leastMajor, leastMinor] = partsOf(least);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/**
 * @param {string} version such as `1.2.3`
 * @returns {[number, number]} major and minor
 */
function partsOf(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return [major, minor];
}
