import { SHELL } from '@kickoff/contracts';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';

import { ClientErrorsService } from '../client-errors/client-errors.service.js';
import type { FrontEnd } from '../client-errors/front-end.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { LiveFolder } from './live/live-folder.js';
import { liveRoot } from './live/live-parts.js';
import { RemoteRegistry } from './remote-registry.js';

/** Registers the remotes, versions and pages that errors in browsers are checked against. */
@Injectable()
export class FrontEndSource implements OnModuleInit {
  /**
   * Versions that were live since this process started, and earlier ones that are still in a
   * history.
   */
  private readonly versions = new Map<string, Set<string>>();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly registry: RemoteRegistry,
    private readonly clientErrors: ClientErrorsService,
  ) {}

  onModuleInit(): void {
    this.clientErrors.registerFrontEnd(() => this.read());
  }

  private async read(): Promise<FrontEnd> {
    const { shell, remotes, table } = await this.registry.parts();
    const versions = new Map<string, ReadonlySet<string>>();
    for (const { name, build } of [{ name: SHELL, build: shell.build }, ...remotes]) {
      const seen = this.versions.get(name) ?? (await this.versionsBefore(name));
      this.versions.set(name, seen);
      if (build) seen.add(toReported(build.version));
      versions.set(name, seen);
    }
    return { versions, table };
  }

  private async versionsBefore(name: string): Promise<Set<string>> {
    const folder = new LiveFolder(liveRoot(this.settings.dataFolder), name);
    return new Set((await folder.history()).releases.map(({ version }) => toReported(version)));
  }
}

/** Returns a version as browsers report it, without the `+` of build metadata. */
const toReported = (version: string) => version.replace('+', '_');
