import { Inject, Injectable, Logger } from '@nestjs/common';

import { SETTINGS } from '../../common/config/config.module.js';
import type { Settings } from '../../common/config/env.js';
import type { RemoteOrigin } from '../../common/config/remote-origins.js';
import { Clock } from '../../common/time/clock.js';
import { type Build, parseBuild } from '../builds/build.js';
import { Refusal } from '../builds/refusal.js';
import { liveRoot } from '../live/live-parts.js';
import { fetchFile, OriginAway } from './fetch-manifest.js';
import { type LastGoodManifest, readLastGood, writeLastGood } from './last-good-manifests.js';

/** Why the last request returned no valid manifest. */
interface OriginFault {
  state: 'away' | 'invalid';
  problem: string;
}

/** State of a remote on another origin. */
export interface OriginState extends RemoteOrigin {
  /** The valid manifest that was read last. */
  newest?: { build: Build; bytes: Buffer } | undefined;
  /** The manifest that was used last. */
  lastGood?: LastGoodManifest | undefined;
  fault?: OriginFault | undefined;
}

/** The remotes that `REMOTES` names, by their manifests. */
@Injectable()
export class RemoteOrigins {
  private readonly logger = new Logger(RemoteOrigins.name);
  private readonly root: string;
  private readonly known: Map<string, OriginState>;
  private changes = 0;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly clock: Clock,
  ) {
    this.root = liveRoot(settings.dataFolder);
    this.known = new Map(settings.remotes.map((origin) => [origin.name, origin]));
  }

  /** Grows with each change of a state. */
  get revision(): number {
    return this.changes;
  }

  get states(): readonly OriginState[] {
    return [...this.known.values()];
  }

  /** Reads the manifests from before this process started. */
  async load(): Promise<void> {
    for (const state of this.states) {
      this.set({ ...state, lastGood: await readLastGood(this.root, state) });
    }
  }

  /** Requests all manifests. */
  async readAll(): Promise<void> {
    await Promise.all(this.states.map((state) => this.read(state)));
  }

  /** Stores that the newest manifest of an origin is in use. */
  async accept(name: string): Promise<void> {
    const state = this.known.get(name);
    if (!state?.newest || state.newest.build.id === state.lastGood?.build.id) return;
    const now = this.clock.now();
    const { build, bytes } = state.newest;
    this.set({ ...state, lastGood: { build, liveSince: now.toISOString() } });
    await writeLastGood(this.root, state, bytes, now);
  }

  private async read({ name, base }: OriginState): Promise<void> {
    const read = await readNewest(name, base);
    const state = this.known.get(name);
    if (!state) return;
    const isSame =
      'build' in read
        ? !state.fault && read.build.id === state.newest?.build.id
        : read.problem === state.fault?.problem;
    if (isSame) return;
    if ('build' in read) {
      this.set({ ...state, newest: read, fault: undefined });
      if (state.fault) this.logger.log({ event: 'remote_origin_recovered', remote: name });
    } else {
      this.set({ ...state, newest: undefined, fault: read });
      this.logger.warn({ event: 'remote_origin_failed', remote: name, ...read });
    }
  }

  private set(state: OriginState): void {
    this.known.set(state.name, state);
    this.changes += 1;
  }
}

async function readNewest(
  name: string,
  base: string,
): Promise<{ build: Build; bytes: Buffer } | OriginFault> {
  try {
    const bytes = await fetchFile(new URL('mf-manifest.json', base));
    return { build: parseBuild(name, bytes), bytes };
  } catch (error) {
    if (error instanceof OriginAway) return { state: 'away', problem: error.message };
    if (error instanceof Refusal) return { state: 'invalid', problem: error.message };
    throw error;
  }
}
