import { RemoteName, type RemoteState, SHELL } from '@kickoff/contracts';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';

import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { Clock } from '../common/time/clock.js';
import { toLiveParts, type LiveParts, type LiveShell, type LivePart } from './live-part.js';
import type { LiveFolder } from './live/live-folder.js';
import { liveFolders, readPart } from './live/live-parts.js';
import { type KnownPart, type ResolvedPart, resolveClaims } from './live/resolve-claims.js';
import { RemoteOrigins } from './origins/remote-origins.js';
import { Releases } from './releases.js';

/** Maximum time until missing or restored files of a manifest are detected. */
const RECHECK_MS = { invalid: 1_000, valid: 2_000 };

/**
 * Resolves what is live: the valid manifests of shell and remotes, or their last good ones, from
 * this disk and other origins. Reads the disk on each call, so that a release needs no restart.
 */
@Injectable()
export class RemoteRegistry implements OnApplicationShutdown {
  private readonly logger = new Logger(RemoteRegistry.name);
  private known: { stamp: string; parts: LiveParts } | undefined;
  private reading: Promise<LiveParts> | undefined;
  private recording = Promise.resolve();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly origins: RemoteOrigins,
    private readonly releases: Releases,
    private readonly clock: Clock,
  ) {}

  /** Returns what is live now. Concurrent calls share one read of the disk. */
  parts(): Promise<LiveParts> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.recording;
  }

  private async read(): Promise<LiveParts> {
    const folders = await liveFolders(this.settings.dataFolder, this.settings.remotes);
    const stamps = await Promise.all(
      folders.map(async (folder) => `${folder.name} ${await folder.manifestStamp()}`),
    );
    const stamp = [this.origins.revision, this.recheckStamp(), ...stamps].join('\n');
    if (this.known?.stamp !== stamp) {
      this.known = { stamp, parts: await this.readParts(folders) };
    }
    return this.known.parts;
  }

  /** Changes when the files of manifests have to be checked again. */
  private recheckStamp(): number {
    const { shell, remotes } = this.known?.parts ?? { remotes: [] };
    const hasProblem = [shell, ...remotes].some((part) => part?.state === 'invalid');
    return Math.floor(
      this.clock.now().getTime() / (hasProblem ? RECHECK_MS.invalid : RECHECK_MS.valid),
    );
  }

  private async readParts(folders: readonly LiveFolder[]): Promise<LiveParts> {
    const here = (await Promise.all(folders.map(readPart))).filter((part) => part !== undefined);
    const elsewhere = this.origins.states.map(({ name, newest, lastGood, fault }) => ({
      ...{ name, newest: newest?.build, lastGood: lastGood?.build, problem: fault?.problem },
    }));
    const resolved = resolveClaims([...here, ...elsewhere]);
    this.record([...here, ...elsewhere], resolved);
    const shell = resolved.find(({ name }) => name === SHELL);
    return toLiveParts(
      toShell(shell),
      resolved
        .filter(({ name }) => RemoteName.safeParse(name).success)
        .map((part) => this.toPart(part)),
    );
  }

  private toPart({ name, build, problem }: ResolvedPart): LivePart {
    const origin = this.origins.states.find((state) => state.name === name);
    return {
      name,
      base: origin?.base,
      build: build?.kind === 'remote' ? build : undefined,
      state: problem === undefined ? 'live' : (origin?.fault?.state ?? 'invalid'),
      problem,
    };
  }

  /**
   * Stores builds that came into use without a release, so that they are the last good ones after a
   * restart.
   */
  private record(parts: readonly KnownPart[], resolved: readonly ResolvedPart[]): void {
    for (const { name, build } of resolved) {
      const part = parts.find((known) => known.name === name);
      if (!build || build.id === part?.lastGood?.id) continue;
      const isElsewhere = this.settings.remotes.some((origin) => origin.name === name);
      const work = () => (isElsewhere ? this.origins.accept(name) : this.releases.adoptLive(name));
      this.recording = this.recording.then(work).catch((error: unknown) => {
        this.logger.error({ event: 'last_good_build_not_stored', remote: name }, String(error));
      });
    }
  }
}

function toShell(part?: ResolvedPart): LiveShell {
  const state: RemoteState = part?.problem === undefined ? 'live' : 'invalid';
  return {
    build: part?.build?.kind === 'shell' ? part.build : undefined,
    state,
    problem: part?.problem,
  };
}
