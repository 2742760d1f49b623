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

/** A remote that has not loaded by then counts as failed. */
const LIMIT_MS = 10_000;

const singleton = { singleton: true, requiredVersion: false } as const;

const host = createInstance({
  name: 'kickoff_shell',
  remotes: [],
  shareStrategy: 'loaded-first',
  shared: {
    react: { version: React.version, lib: () => React, shareConfig: singleton },
    'react-dom': { version: ReactDOM.version, lib: () => ReactDOM, shareConfig: singleton },
    '@kickoff/web': { version: '2.0.0', lib: () => web, shareConfig: singleton },
  },
  // Remotes are built without the federation runtime and use this one.
  plugins: [provideRuntime()],
});

const modules = new Map<RemoteName, Promise<RemoteModule>>();
/** Number of load attempts of each remote. */
const fetches = new Map<RemoteName, number>();
const loadingPages = new Map<PageName, Promise<PageComponent>>();
const loadedPages = new Map<PageName, PageComponent>();

async function fetchRemote(name: RemoteName, limit: AbortSignal): Promise<RemoteModule> {
  const list = await fetchRemoteList();
  const found = list.remotes.find((remote) => remote.name === name);
  if (!found) throw new Error(`The server lists no remote ${name}.`);
  // A later attempt may have started.
  limit.throwIfAborted();
  noteRemoteVersion(name, found.version);
  const earlier = fetches.get(name) ?? 0;
  fetches.set(name, earlier + 1);
  const entry = new URL(found.entry, location.origin);
  if (earlier > 0) {
    deleteFiles(name);
    // A new address, because the runtime caches by address.
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

/**
 * Removes a remote's chunks and style sheets, including those in flight: a new release may replace
 * them.
 */
function deleteFiles(name: RemoteName): void {
  Reflect.deleteProperty(globalThis, `kickoff_${name}_chunks`);
  // A new webpack runtime would wait for the old runtime's script of the same chunk.
  for (const file of document.querySelectorAll(`[data-webpack^="mf-${name}:"]`)) file.remove();
}

/**
 * Retries on failure. A failed preload is reused by the next request for that URL, so the first
 * retry always fails too. Hence three tries.
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
  // The entry and the list of routes are two files.
  const tries = 3;
  const known = modules.get(name);
  if (known) return known;
  const module = persist(() => fetchRemote(name, limit), { tries, limit });
  modules.set(name, module);
  // Another page of the remote need not wait for a retry.
  module.catch(() => modules.get(name) === module && modules.delete(name));
  return module;
}

async function fetchPage(name: PageName, limit: AbortSignal): Promise<PageComponent> {
  const { remote }: PageInfo = PAGES[name];
  if (!remote) throw new Error(`The page ${name} belongs to no remote.`);
  const { routes } = await loadRemote(remote, limit);
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

/** Returns the component of a page if it has loaded. */
export function loadedPage(name: PageName): PageComponent | undefined {
  return loadedPages.get(name);
}

/** Loads the component of a page from its remote. A failure is cached until `forgetPage`. */
export function loadPage(name: PageName): Promise<PageComponent> {
  const loading = loadingPages.get(name) ?? fetchPageInTime(name);
  loadingPages.set(name, loading);
  return loading;
}

/**
 * Clears a page that failed to load or to render, so that it is loaded again with its whole remote.
 */
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

/**
 * Starts loading a page before it renders. The failure is reported to the caller that renders it.
 */
export function preparePage({ name }: PageMatch): void {
  loadPage(name).catch(() => undefined);
}
