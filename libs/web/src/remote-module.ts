import type { PageParams } from '@kickoff/contracts';
import type { ComponentType } from 'react';

export interface PageProps {
  params: PageParams;
}
export type PageComponent = ComponentType<PageProps>;
export type LoadPage = () => Promise<{ default: PageComponent }>;

/** The only module that a remote exposes, as `./pages`. Its build makes it of `remote.json`. */
export interface RemoteModule {
  /** By the names that the remote declares. */
  pages: Readonly<Record<string, LoadPage>>;
}
