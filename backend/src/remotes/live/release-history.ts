import { z } from 'zod';

const Release = z.object({
  build: z.string(),
  version: z.string(),
  liveSince: z.iso.datetime(),
  /** Absent for the live build. */
  replacedAt: z.iso.datetime().optional(),
  /** Its files in the live folder; empty after their deletion. */
  files: z.array(z.string()),
});
export type Release = z.infer<typeof Release>;

/** Every build that was live under a name, the latest last, and which one is. */
export const ReleaseHistory = z.object({
  live: z.string().optional(),
  /** The build that a roll-back makes live. */
  previous: z.string().optional(),
  releases: z.array(Release),
});
export type ReleaseHistory = z.infer<typeof ReleaseHistory>;

export const NO_HISTORY: ReleaseHistory = { releases: [] };

/** Files of replaced builds are retained this long for open tabs. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

export function findRelease({ releases }: ReleaseHistory, build?: string): Release | undefined {
  return releases.find((release) => release.build === build);
}

/** Returns the history after a build became live. */
export function withRelease(
  history: ReleaseHistory,
  { build, version, files }: Pick<Release, 'build' | 'version' | 'files'>,
  now: Date,
): ReleaseHistory {
  const at = now.toISOString();
  const others = history.releases.filter((release) => release.build !== build);
  return {
    live: build,
    previous: history.live === build ? history.previous : history.live,
    releases: [
      ...others.map((release) =>
        release.build === history.live ? { ...release, replacedAt: at } : release,
      ),
      { build, version, liveSince: at, files },
    ],
  };
}

/**
 * Returns the builds whose files may be deleted: neither live nor the previous one, replaced long
 * enough ago.
 */
export function expiredReleases(
  { live, previous, releases }: ReleaseHistory,
  now: Date,
): Release[] {
  const before = now.getTime() - RETENTION_MS;
  return releases.filter(
    ({ build, replacedAt, files }) =>
      build !== live &&
      build !== previous &&
      files.length > 0 &&
      replacedAt !== undefined &&
      Date.parse(replacedAt) < before,
  );
}
