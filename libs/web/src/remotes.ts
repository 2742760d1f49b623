import type { PageName, PageParams, RemoteList } from '@kickoff/contracts';
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
  /** Written as a number by the remote itself, so that it tells what the remote was built for. */
  contract: number;
  routes: Partial<Record<PageName, LoadPage>>;
}

/** Asks where the micro-frontends are now. */
export function fetchRemoteList(): Promise<RemoteList> {
  return callApi<RemoteList>('/remotes.json');
}
