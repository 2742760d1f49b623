import { type RemoteList, REMOTES_ELEMENT } from '@kickoff/contracts';
import { installPages, registerPart } from '@kickoff/web';

import declaration from '../../remote.json' with { type: 'json' };

let installed: RemoteList = {
  version: 2,
  shell: { version: 'unknown', build: '', provides: {} },
  remotes: [],
};

/** Returns the list that this tab was loaded with. */
export const remoteList = (): RemoteList => installed;

/** Sets the pages of this tab: the shell's, and those of each remote. */
export function installRemotes(list: RemoteList): void {
  installed = list;
  installPages([declaration, ...list.remotes]);
  const base = new URL('/assets/', location.origin).href;
  registerPart({ name: declaration.name, version: list.shell.version, base });
}

async function readList(): Promise<RemoteList> {
  const element = document.getElementById(REMOTES_ELEMENT);
  // Not validated: the document comes from our own origin, which is built from the same contract.
  if (element) return JSON.parse(element.textContent) as RemoteList;
  const { fetchRemoteList } = await import('./fetch-remote-list');
  return fetchRemoteList();
}

/**
 * Installs the list of the document. Development servers serve documents without one. Without any
 * list, the shell's own pages work.
 */
export async function installLiveRemotes(): Promise<void> {
  installRemotes(await readList().catch(() => installed));
}
