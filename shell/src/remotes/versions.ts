type Versions = Readonly<Partial<Record<string, string>>>;

const VERSION = /^([1-9]\d*)\.(\d+)\.(\d+)$/;

/** Whether a version is in a range of the form `^1.2.3`; false also for ranges of other forms. */
function isInCaretRange(version: string, range: string): boolean {
  const provided = VERSION.exec(version)?.map(Number);
  const needed = range.startsWith('^') ? VERSION.exec(range.slice(1))?.map(Number) : undefined;
  if (!provided || !needed) return false;
  const [, major = 0, minor = 0, patch = 0] = provided;
  const [, neededMajor, neededMinor = 0, neededPatch = 0] = needed;
  if (major !== neededMajor) return false;
  return minor === neededMinor ? patch >= neededPatch : minor > neededMinor;
}

/**
 * Whether each range is satisfied by the version of the same package. The rules for ranges of all
 * forms are loaded with the first one that is not plain.
 */
export async function satisfiesAll(ranges: Versions, versions: Versions): Promise<boolean> {
  const pairs = Object.entries(ranges).map(
    ([name, range = '*']) => [versions[name] ?? '', range] as const,
  );
  const others = pairs.filter(([version, range]) => !isInCaretRange(version, range));
  if (others.length === 0) return true;
  const { satisfies } = await import(/* webpackChunkName: "semver" */ 'semver');
  return others.every(([version, range]) => satisfies(version, range));
}
