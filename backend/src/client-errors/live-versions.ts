import { type ClientErrorPart, type RemoteList, SHELL_VERSION } from '@kickoff/contracts';

/** Stands for every version that was never live here. */
export const OTHER_VERSION = 'other';

/** Which versions of the front end were live since this process started: their number bounds a metric. */
export class LiveVersions {
  private readonly seen = new Set<string>([`shell ${SHELL_VERSION}`]);
  private readRemotes: () => Promise<RemoteList['remotes']> = () => Promise.resolve([]);

  /** @param read gives the remotes that are live at the moment */
  register(read: () => Promise<RemoteList['remotes']>): void {
    this.readRemotes = read;
  }

  /** The version itself where it was live, else `other`. */
  async nameOf(part: ClientErrorPart, version: string): Promise<string> {
    for (const remote of await this.readRemotes()) {
      if (remote.version !== undefined) this.seen.add(`${remote.name} ${remote.version}`);
    }
    return this.seen.has(`${part} ${version}`) ? version : OTHER_VERSION;
  }
}
