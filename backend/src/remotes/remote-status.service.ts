import { type RemoteStatus, SHELL } from '@kickoff/contracts';
import { Inject, Injectable } from '@nestjs/common';

import { ClientErrorsService } from '../client-errors/client-errors.service.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { NotFound } from '../common/errors/coded-errors.js';
import { Clock } from '../common/time/clock.js';
import type { Build } from './builds/build.js';
import { BuildSizes } from './build-sizes.js';
import type { LivePart, LiveShell } from './live-part.js';
import { LiveFolder } from './live/live-folder.js';
import { liveRoot } from './live/live-parts.js';
import { findRelease } from './live/release-history.js';
import { RemoteOrigins } from './origins/remote-origins.js';
import { RemoteRegistry } from './remote-registry.js';

/** The part of a status that depends on the location of its files. */
type Source = Pick<RemoteStatus, 'origin' | 'liveSince' | 'bytes' | 'previous'>;

/** The status of shell and remotes for admins. */
@Injectable()
export class RemoteStatusService {
  private readonly startedAt: string;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly registry: RemoteRegistry,
    private readonly origins: RemoteOrigins,
    private readonly sizes: BuildSizes,
    private readonly errors: ClientErrorsService,
    clock: Clock,
  ) {
    this.startedAt = clock.now().toISOString();
  }

  /** The shell, then the remotes by name. */
  async list(): Promise<RemoteStatus[]> {
    const { shell, remotes } = await this.registry.parts();
    const failures = await this.errors.failures();
    const parts = [{ name: SHELL, ...shell }, ...remotes];
    return Promise.all(parts.map((part) => this.toStatus(part, failures.get(part.name))));
  }

  async one(name: string): Promise<RemoteStatus> {
    const row = (await this.list()).find((status) => status.name === name);
    if (!row) throw new NotFound('micro-frontend');
    return row;
  }

  private async toStatus(
    part: LivePart | (LiveShell & { name: string }),
    failures: RemoteStatus['failures'] = { load: 0, render: 0 },
  ): Promise<RemoteStatus> {
    const { name, build, state, problem } = part;
    const base = 'base' in part ? part.base : undefined;
    const { origin, liveSince, bytes, previous } = await (base === undefined
      ? this.sourceHere(name, build)
      : this.sourceElsewhere(name, base, build));
    return {
      ...{ name, origin, version: build?.version ?? '', build: build?.id ?? '', liveSince },
      ...{ ranges: { ...build?.needs }, bytes, state },
      ...(problem === undefined ? {} : { problem: `${problem}.` }),
      ...(previous ? { previous } : {}),
      failures,
      recent: await this.errors.recent(name),
    };
  }

  private async sourceHere(name: string, build?: Build): Promise<Source> {
    const folder = new LiveFolder(liveRoot(this.settings.dataFolder), name);
    const history = await folder.history();
    const release = findRelease(history, build?.id);
    const isShell = name === SHELL;
    const previous = findRelease(history, history.previous);
    return {
      origin: null,
      liveSince: release?.liveSince ?? this.startedAt,
      // The shell's manifest names only the files that its pages load first.
      bytes: build
        ? await this.sizes.ofFolder(folder.path, build, isShell ? release?.files : build.files)
        : 0,
      ...(previous ? { previous: { version: previous.version, build: previous.build } } : {}),
    };
  }

  private async sourceElsewhere(name: string, base: string, build?: Build): Promise<Source> {
    const state = this.origins.states.find((origin) => origin.name === name);
    return {
      origin: new URL(base).origin,
      liveSince: state?.lastGood?.liveSince ?? this.startedAt,
      bytes: build ? await this.sizes.ofOrigin(base, build) : 0,
    };
  }
}
