type Versions = Readonly<Partial<Record<string, string>>>;

/** Whether a version is in a range of the form `^1.2.3`; false also for ranges of other forms. */
function isInCaretRange(version: string, range: string): boolean {
  const [major = ''] = version.split('.');
  return (
    /^[1-9][\d.]*\^[\d.]+$/.test(version + range) &&
    range.startsWith(`^${major}.`) &&
    version.localeCompare(range.slice(1), 'en', { numeric: true }) >= 0
  );
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
  const { satisfies } = await import(/* webpackChunkName: "semver" */ './satisfies');
  return others.every(([version, range]) => satisfies(version, range));
}
