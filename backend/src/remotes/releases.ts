import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { findConflict, SHELL } from '@kickoff/contracts';

import type { RemoteOrigin } from '../common/config/remote-origins.js';
import { lockFolder } from '../common/files/folder-lock.js';
import type { Clock } from '../common/time/clock.js';
import { type Build, buildIdOf } from './builds/build.js';
import { Refusal } from './builds/refusal.js';
import { findUnmetNeed } from './builds/shared-packages.js';
import { LiveFolder, OWN_FOLDER, readBuild, readManifest } from './live/live-folder.js';
import { liveFolders, liveRoot, readPart } from './live/live-parts.js';
import { adoptBuild, publishBuild } from './live/publish-build.js';
import { findRelease } from './live/release-history.js';
import { resolveClaims } from './live/resolve-claims.js';
import { readLastGood } from './origins/last-good-manifests.js';

const LOCK_POLL_MS = 50;

/** The settings that releases depend on. */
export interface ReleaseSettings {
  dataFolder: string;
  remotes: readonly RemoteOrigin[];
}

/** The build that a roll-back makes live, and the id of the one it replaces. */
export interface RollBack {
  build: Build;
  replaced: string;
}

/** A build made by `npm run build`. */
export interface BuiltFolder {
  name: string;
  path: string;
}

/**
 * Releases builds, one at a time per data folder. Servers read what is live from the disk, so a
 * release needs no running server.
 */
export class Releases {
  private readonly root: string;

  constructor(
    private readonly settings: ReleaseSettings,
    private readonly clock: Clock,
  ) {
    this.root = liveRoot(settings.dataFolder);
  }

  /**
   * Releases a finished build. Does nothing if it is live already.
   *
   * @throws a Refusal, with nothing changed
   */
  release(name: string, from: string): Promise<Build> {
    return this.exclusively(async () => {
      this.requireHere(name);
      const folder = new LiveFolder(this.root, name);
      return this.publish(folder, await readBuild(name, from), from);
    });
  }

  /**
   * Makes the previous build live; a second call reverts that.
   *
   * @param record called before the build is published; nothing is changed if it throws
   * @throws a Refusal, with nothing changed
   */
  rollBack(name: string, record?: (rollBack: RollBack) => Promise<void>): Promise<RollBack> {
    return this.exclusively(async () => {
      this.requireHere(name);
      const folder = new LiveFolder(this.root, name);
      await this.adopt(folder);
      const { live, previous } = await folder.history();
      if (live === undefined) throw new Refusal(`'${name}' was never live`);
      if (previous === undefined) throw new Refusal(`there is no version of '${name}' before`);
      const from = folder.storedBuild(previous);
      const rollBack = { build: await readBuild(name, from), replaced: live };
      await this.publish(folder, rollBack.build, from, () => record?.(rollBack));
      return rollBack;
    });
  }

  /**
   * Releases all of these builds that were never live, together: one of them may need what is new
   * in another.
   *
   * @param say receives a line for each refused build
   */
  makeBuiltLive(built: readonly BuiltFolder[], say: (line: string) => void): Promise<void> {
    return this.exclusively(async () => {
      const fresh = new Map<string, { build: Build; from: string }>();
      for (const { name, path } of built) {
        try {
          if (await this.wasLive(name, path)) continue;
          fresh.set(name, { build: await readBuild(name, path), from: path });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          say(`Not released: ${error.message}.`);
        }
      }
      if (fresh.size === 0) return;
      const live = await this.liveBuilds();
      for (;;) {
        const next = new Map(live);
        for (const [name, { build }] of fresh) next.set(name, build);
        const refused = [...fresh].find(([name, { build }]) => {
          // Without a shell nothing is served, so the first one is live whatever the remotes need.
          const isFirstShell = name === SHELL && !live.has(SHELL);
          const fault = isFirstShell ? undefined : faultOf(build, next, fresh);
          if (fault !== undefined) say(`Not released: ${fault}.`);
          return fault !== undefined;
        });
        if (!refused) break;
        fresh.delete(refused[0]);
      }
      for (const [name, { build, from }] of fresh) {
        await publishBuild(new LiveFolder(this.root, name), build, from, this.clock.now());
      }
    });
  }

  /** Records a build that was copied to its live folder by hand. */
  adoptLive(name: string): Promise<void> {
    return this.exclusively(() => this.adopt(new LiveFolder(this.root, name)));
  }

  /** Returns whether a shell is live, without which nothing can be checked. */
  async hasShell(): Promise<boolean> {
    return (await new LiveFolder(this.root, SHELL).history()).live !== undefined;
  }

  private async publish(
    folder: LiveFolder,
    build: Build,
    from: string,
    record?: () => Promise<void> | undefined,
  ): Promise<Build> {
    // A live build that lacks a file is published again.
    const present = await readBuild(folder.name, folder.path).catch(() => undefined);
    const { live } = await folder.history();
    if (live === build.id && present?.id === build.id) return build;
    const builds = (await this.liveBuilds()).set(folder.name, build);
    const fault = faultOf(build, builds, new Map());
    if (fault !== undefined) throw new Refusal(fault);
    await this.adopt(folder);
    await record?.();
    await publishBuild(folder, build, from, this.clock.now());
    return build;
  }

  /** Records the build in use if it differs from the last release. */
  private async adopt(folder: LiveFolder): Promise<void> {
    const build = (await this.liveBuilds()).get(folder.name);
    if (!build || build.id === (await folder.history()).live) return;
    await adoptBuild(folder, build, this.clock.now());
  }

  private async wasLive(name: string, built: string): Promise<boolean> {
    // Remotes in `REMOTES` are not served from here.
    if (this.settings.remotes.some((origin) => origin.name === name)) return true;
    const bytes = await readManifest(built);
    const history = await new LiveFolder(this.root, name).history();
    return !bytes || findRelease(history, buildIdOf(bytes)) !== undefined;
  }

  /** What is live by name, including other origins. */
  private async liveBuilds(): Promise<Map<string, Build>> {
    const { dataFolder, remotes } = this.settings;
    const folders = await liveFolders(dataFolder, remotes);
    const parts = await Promise.all(folders.map(readPart));
    const elsewhere = await Promise.all(
      remotes.map(async (origin) => ({
        name: origin.name,
        lastGood: (await readLastGood(this.root, origin))?.build,
      })),
    );
    const resolved = resolveClaims([...parts.filter((part) => part !== undefined), ...elsewhere]);
    return new Map(resolved.flatMap(({ name, build }) => (build ? [[name, build]] : [])));
  }

  private requireHere(name: string): void {
    const origin = this.settings.remotes.find((remote) => remote.name === name);
    if (origin) throw new Refusal(`REMOTES puts '${name}' on ${new URL(origin.base).origin}`);
  }

  private async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = join(this.root, OWN_FOLDER);
    await mkdir(own, { recursive: true });
    const path = await realpath(own);
    for (;;) {
      const unlock = await lockFolder(path);
      if (!unlock) {
        await delay(LOCK_POLL_MS);
        continue;
      }
      try {
        return await work();
      } finally {
        await unlock();
      }
    }
  }
}

/**
 * Returns why a build cannot be live beside the others.
 *
 * @param builds what would be live with it
 * @param fresh other builds that would become live with it, whose own needs are checked separately
 */
function faultOf(
  build: Build,
  builds: ReadonlyMap<string, Build>,
  fresh: ReadonlyMap<string, unknown>,
): string | undefined {
  const others = [...builds.values()].filter(({ name }) => name !== build.name);
  const conflict = findConflict(build, others);
  if (conflict !== undefined) return `'${build.name}' ${conflict}`;
  if (build.kind === 'shell') {
    const unmet = others
      .filter(({ name }) => !fresh.has(name))
      .flatMap((remote) => findUnmetNeed(remote, build.needs) ?? []);
    return unmet.length > 0 ? unmet.join('; ') : undefined;
  }
  const shell = builds.get(SHELL);
  return shell && findUnmetNeed(build, shell.needs);
}
