import {
  type PageName,
  type PageParams,
  type RemoteList,
  REMOTES_ELEMENT,
} from '@kickoff/contracts';
import type { ComponentType } from 'react';

import { callApi } from './api';

/** The version of what a remote exposes that this shell understands. */
export const REMOTE_CONTRACT = 1;

export interface PageProps {
  params: PageParams;
}
export type PageComponent = ComponentType<PageProps>;
export type LoadPage = () => Promise<{ default: PageComponent }>;

/** The only thing that a remote exposes, as `./routes`. */
export interface RemoteModule {
  /** A literal number in the remote itself: the version that it was built for. */
  contract: number;
  routes: Partial<Record<PageName, LoadPage>>;
}

/** The list that the document brought: taken once, for remotes are released while a page is open. */
function takeListFromDocument(): RemoteList | undefined {
  const element = document.getElementById(REMOTES_ELEMENT);
  element?.remove();
  return element ? (JSON.parse(element.textContent) as RemoteList) : undefined;
}

/** Where the micro-frontends are now. */
export async function fetchRemoteList(): Promise<RemoteList> {
  return takeListFromDocument() ?? callApi<RemoteList>('/remotes.json');
}
