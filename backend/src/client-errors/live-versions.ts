import { type ClientErrorPart, type RemoteList, SHELL_VERSION } from '@kickoff/contracts';

/** Label of all versions that were never live here. */
const OTHER_VERSION = 'other';

/** Front-end versions that were live since this process started; bounds a metric's labels. */
export class LiveVersions {
  private readonly seen = new Set<string>([`shell ${SHELL_VERSION}`]);
  private readRemotes: () => Promise<RemoteList['remotes']> = () => Promise.resolve([]);

  /** @param read returns the remotes that are live now */
  register(read: () => Promise<RemoteList['remotes']>): void {
    this.readRemotes = read;
  }

  /** Returns the version if it was live, else `other`. */
  async nameOf(part: ClientErrorPart, version: string): Promise<string> {
    for (const remote of await this.readRemotes()) {
      if (remote.version !== undefined) this.seen.add(`${remote.name} ${remote.version}`);
    }
    return this.seen.has(`${part} ${version}`) ? version : OTHER_VERSION;
  }
}
