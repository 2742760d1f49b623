import { type RemoteList, REMOTES_ADDRESS, REMOTES_ELEMENT } from '@kickoff/contracts';
import { installPages, registerPart } from '@kickoff/web';

import declaration from '../../remote.json' with { type: 'json' };

let installed: RemoteList = {
  version: 2,
  shell: { version: 'unknown', build: '', provides: {} },
  remotes: [],
};

/** Returns the list that this tab was loaded with. */
export const remoteList = (): RemoteList => installed;

/** Fetches what is live now. */
export async function fetchRemoteList(): Promise<RemoteList> {
  const response = await fetch(REMOTES_ADDRESS);
  // Not validated: it comes from our own origin, which is built from the same contract.
  return (await response.json()) as RemoteList;
}

/** Sets the pages of this tab: the shell's, and those of each remote. */
export function installRemotes(list: RemoteList): void {
  installed = list;
  installPages([declaration, ...list.remotes]);
  const base = new URL('/assets/', location.origin).href;
  registerPart({ name: declaration.name, version: list.shell.version, base });
}

/**
 * Installs the list of the document. Development servers serve documents without one. Without any
 * list, the shell's own pages work.
 */
export async function installLiveRemotes(): Promise<void> {
  const element = document.getElementById(REMOTES_ELEMENT);
  const list = element
    ? (JSON.parse(element.textContent) as RemoteList)
    : await fetchRemoteList().catch(() => installed);
  installRemotes(list);
}
