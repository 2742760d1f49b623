import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Clock } from '../../src/common/time/clock.js';
import type { Build } from '../../src/remotes/builds/build.js';
import { Refusal } from '../../src/remotes/builds/refusal.js';
import { readBuild } from '../../src/remotes/live/live-folder.js';
import { type BuiltFolder, Releases } from '../../src/remotes/releases.js';
import { BuildsFolder, releaseOwnPages } from './front-end-builds.js';

class MovableClock extends Clock {
  private ms = Date.now();

  now(): Date {
    return new Date(this.ms);
  }

  advance(ms: number): void {
    this.ms += ms;
  }
}

/** A data folder with this project's own pages live, and builds to release there. */
export class ReleaseFixture {
  readonly clock = new MovableClock();

  private constructor(
    readonly builds: BuildsFolder,
    readonly dataFolder: string,
  ) {}

  static async open(): Promise<ReleaseFixture> {
    const builds = await BuildsFolder.make();
    const fixture = new ReleaseFixture(builds, join(builds.path, 'data'));
    await releaseOwnPages(fixture.dataFolder);
    return fixture;
  }

  close(): Promise<void> {
    return this.builds.remove();
  }

  /** A build of `fantasy` of another version than the first. */
  another(version = '1.1.0'): Promise<string> {
    return this.builds.remote(version, { kickoff: { version } });
  }

  /** Returns the version and build that are live afterwards, or the reason of the refusal. */
  release(name: string, from: string): Promise<string> {
    return outcomeOf(this.releases().release(name, from));
  }

  rollBack(name: string): Promise<string> {
    const build = this.releases()
      .rollBack(name)
      .then((done) => done.build);
    return outcomeOf(build);
  }

  /** Starts with these builds. Returns the lines about refused ones. */
  async start(built: readonly BuiltFolder[], dataFolder = this.dataFolder): Promise<string[]> {
    const lines: string[] = [];
    await this.releases(dataFolder).makeBuiltLive(built, (line) => lines.push(line));
    return lines;
  }

  async liveVersion(name: string, dataFolder = this.dataFolder): Promise<string> {
    return (await readBuild(name, join(dataFolder, 'live', name))).version;
  }

  /** Everything live, by file. */
  async live(): Promise<Map<string, string>> {
    const folder = join(this.dataFolder, 'live');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    const files = paths.map(async (path) => [path, await readFile(path, 'utf8')] as const);
    return new Map(await Promise.all(files));
  }

  private releases(dataFolder = this.dataFolder): Releases {
    return new Releases({ dataFolder, remotes: [] }, this.clock);
  }
}

function outcomeOf(work: Promise<Build>): Promise<string> {
  return work.then(
    ({ version, id }) => `${version} ${id}`,
    (error: unknown) => {
      if (error instanceof Refusal) return error.message;
      throw error;
    },
  );
}
