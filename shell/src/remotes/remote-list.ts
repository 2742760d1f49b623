import { type PageOwner, type RemoteList, REMOTES_ELEMENT } from '@kickoff/contracts';
import { installPages, registerPart } from '@kickoff/web';

const SHELL = 'shell';
/** The element of each document that contains the shell's own pages; the build writes it. */
export const SHELL_PAGES_ELEMENT = 'shell-pages';

let installed: RemoteList = {
  version: 2,
  shell: { version: 'unknown', build: '', provides: {} },
  remotes: [],
};

/** Returns the list that this tab was loaded with. */
export const remoteList = (): RemoteList => installed;

/** Sets the pages of this tab: the shell's, and those of each remote. */
export function installRemotes(list: RemoteList, shellPages: PageOwner['pages']): void {
  installed = list;
  installPages([{ name: SHELL, pages: shellPages }, ...list.remotes]);
  registerPart({ name: SHELL, version: list.shell.version });
}

/** Reads data of the document; null without such an element. */
export function readElement(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}

/** Installs what the document lists. */
export function installLiveRemotes(): void {
  // Not validated: the document comes from our own origin, which is built from the same contract.
  const list = readElement(REMOTES_ELEMENT) as RemoteList | null;
  const pages = readElement(SHELL_PAGES_ELEMENT) as PageOwner['pages'] | null;
  installRemotes(list ?? installed, pages ?? {});
}
