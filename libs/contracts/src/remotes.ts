import type { PageDeclaration } from './page-table.js';
import type { NavigationEntry, SharedPackage } from './remote-manifest.js';

/** A micro-frontend that is live, as the shell loads it. */
export interface LiveRemote {
  name: string;
  version: string;
  /** The first 8 hex digits of its manifest's SHA-256. */
  build: string;
  /** A path of this origin, or an address on another one. */
  entry: string;
  /** Package to range of versions. */
  needs: Readonly<Partial<Record<SharedPackage, string>>>;
  pages: Readonly<Record<string, PageDeclaration>>;
  navigation: readonly NavigationEntry[];
}

/** `/remotes.json`: the shell that is live and its micro-frontends. */
export interface RemoteList {
  version: 2;
  shell: {
    version: string;
    build: string;
    /** Package to version. */
    provides: Readonly<Partial<Record<SharedPackage, string>>>;
  };
  remotes: readonly LiveRemote[];
}

/** The element of each document that contains the `RemoteList` as JSON. */
export const REMOTES_ELEMENT = 'remotes';
/** Answers the `RemoteList`. */
export const REMOTES_ADDRESS = '/remotes.json';
