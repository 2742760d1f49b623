import type { LiveRemote, RemoteList } from '@kickoff/contracts';

import declaration from '../../remote.json' with { type: 'json' };
import { installRemotes } from '../remotes/remote-list';

/** A micro-frontend that is live. */
export const aRemote = (name: string, fields: Partial<LiveRemote> = {}): LiveRemote => ({
  name,
  version: '1.0.0',
  build: '12345678',
  entry: `/remotes/${name}/assets/remoteEntry.12345678.js`,
  needs: {},
  pages: {},
  navigation: [],
  ...fields,
});

/** What is live: a shell, and remotes. */
export const aRemoteList = (...remotes: LiveRemote[]): RemoteList => ({
  version: 2,
  shell: { version: '3.2.1', build: '87654321', provides: { '@kickoff/web': '2.0.0' } },
  remotes,
});

/** Installs remotes beside the shell's own pages. */
export const installLive = (...remotes: LiveRemote[]): void =>
  installRemotes(aRemoteList(...remotes), declaration.pages);
