import { createInstance } from '@module-federation/enhanced/runtime';
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin';
import {
  PAGES,
  type PageInfo,
  type PageMatch,
  type PageName,
  type RemoteName,
} from '@kickoff/contracts';
import * as web from '@kickoff/web';
import {
  fetchRemoteList,
  noteRemoteVersion,
  reportError,
  REMOTE_CONTRACT,
  type PageComponent,
  type RemoteModule,
} from '@kickoff/web';
import * as React from 'react';
import * as ReactDOM from 'react-dom';

import { loadStyles } from './styles';

/** A remote that has not answered by then counts as failed. */
const LIMIT_MS = 10_000;

const singleton = { singleton: true, requiredVersion: false } as const;

const host = createInstance({
  name: 'kickoff_shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    react: { version: React.version, lib: () => React, shareConfig: singleton },
    // Its own word for its version is that of a pre-release.
    'react-dom': { version: React.version, lib: () => ReactDOM, shareConfig: singleton },
    '@kickoff/web': { version: '1.0.0', lib: () => web, shareConfig: singleton },
  },
  // Remotes are built without the federation runtime and take this one.
  plugins: [provideRuntime()],
});

const modules = new Map<RemoteName, Promise<RemoteModule>>();
/** How often the fetch of a remote has begun. */
const fetches = new Map<RemoteName, number>();
const loadingPages = new Map<PageName, Promise<PageComponent>>();
const loadedPages = new Map<PageName, PageComponent>();

async function fetchRemote(name: RemoteName, limit: AbortSignal): Promise<RemoteModule> {
  const list = await fetchRemoteList();
  const found = list.remotes.find((remote) => remote.name === name);
  if (!found) throw new Error(`The server lists no remote ${name}.`);
  // A later fetch may be under way by now.
  limit.throwIfAborted();
  noteRemoteVersion(name, found.version);
  const earlier = fetches.get(name) ?? 0;
  fetches.set(name, earlier + 1);
  const entry = new URL(found.entry, location.origin);
  if (earlier > 0) {
    forgetFiles(name);
    // Another address, or the runtime would answer from what it remembers.
    entry.searchParams.set('retry', String(earlier));
  }
  const id = `kickoff_${name}`;
  host.registerRemotes([{ name: id, entry: entry.href }], { force: earlier > 0 });
  const module = await host.loadRemote<RemoteModule>(`${id}/routes`);
  if (module?.contract !== REMOTE_CONTRACT) {
    throw new Error(`The remote ${name} was built for another shell.`);
  }
  return module;
}

/** Forgets a remote's chunks, those that are still on their way too: it may have been released anew. */
function forgetFiles(name: RemoteName): void {
  Reflect.deleteProperty(globalThis, `kickoff_${name}_chunks`);
  // A new runtime would wait for an old one's script of the same chunk.
  for (const script of document.querySelectorAll(`[data-webpack^="mf-${name}:"]`)) script.remove();
}

/**
 * Does it again if it fails. Browsers keep a preload that failed and give it, once, to whoever
 * asks for that file next: only the try after that one goes out to the server.
 */
async function persist<Value>(
  work: () => Promise<Value>,
  { tries, limit }: { tries: number; limit: AbortSignal },
): Promise<Value> {
  try {
    return await work();
  } catch (failure) {
    if (tries === 1 || limit.aborted) throw failure;
    return persist(work, { tries: tries - 1, limit });
  }
}

function loadRemote(name: RemoteName, limit: AbortSignal): Promise<RemoteModule> {
  // Its entry and its list of routes are two files.
  const tries = 3;
  const known = modules.get(name);
  if (known) return known;
  const module = persist(() => fetchRemote(name, limit), { tries, limit });
  modules.set(name, module);
  // Another page of it need not wait for a retry.
  module.catch(() => modules.get(name) === module && modules.delete(name));
  return module;
}

async function fetchPage(name: PageName, limit: AbortSignal): Promise<PageComponent> {
  const { remote, styles }: PageInfo = PAGES[name];
  if (!remote) throw new Error(`The page ${name} belongs to no remote.`);
  const [{ routes }] = await Promise.all([
    loadRemote(remote, limit),
    styles && persist(() => loadStyles(styles), { tries: 2, limit }),
  ]);
  const load = routes[name];
  if (!load) throw new Error(`The remote ${remote} has no page ${name}.`);
  const { default: Page } = await persist(load, { tries: 2, limit });
  return Page;
}

async function fetchPageInTime(name: PageName): Promise<PageComponent> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  const late = new Promise<never>((_, refuse) => {
    limit.signal.addEventListener('abort', () =>
      refuse(new Error('The remote did not answer in time.')),
    );
  });
  try {
    const Page = await Promise.race([fetchPage(name, limit.signal), late]);
    loadedPages.set(name, Page);
    return Page;
  } catch (error) {
    const { remote }: PageInfo = PAGES[name];
    reportError({ kind: 'load', error, remote });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The component of a page if it is here. */
export function loadedPage(name: PageName): PageComponent | undefined {
  return loadedPages.get(name);
}

/** Fetches the component of a page from its remote. A failure stays one until `forgetPage`. */
export function loadPage(name: PageName): Promise<PageComponent> {
  const loading = loadingPages.get(name) ?? fetchPageInTime(name);
  loadingPages.set(name, loading);
  return loading;
}

/** Lets a page that failed, in coming or in drawing, be fetched anew with its whole remote. */
export function forgetPage(name: PageName): void {
  const { remote }: PageInfo = PAGES[name];
  if (remote) modules.delete(remote);
  for (const known of [...loadingPages.keys()]) {
    const { remote: owner }: PageInfo = PAGES[known];
    if (owner !== remote) continue;
    loadingPages.delete(known);
    loadedPages.delete(known);
  }
}

/** Starts to fetch a page before it is drawn; whoever draws it hears of a failure. */
export function preparePage({ name }: PageMatch): void {
  loadPage(name).catch(() => undefined);
}
