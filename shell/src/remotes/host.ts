import { createInstance } from '@module-federation/enhanced/runtime';
import provideRuntime from '@module-federation/inject-external-runtime-core-plugin';
import {
  type LiveRemote,
  type PageMatch,
  type RemoteList,
  REMOTES_ADDRESS,
} from '@kickoff/contracts';
import * as web from '@kickoff/web';
import {
  fetchAnswer,
  registerPart,
  reportError,
  type PageComponent,
  type RemoteModule,
} from '@kickoff/web';
import * as React from 'react';
import * as ReactDOM from 'react-dom';

import { remoteList } from './remote-list';
import { UnfitRemote } from './unfit-remote';
import { satisfiesAll } from './versions';

/** A remote that has not loaded by then counts as failed. */
const LIMIT_MS = 10_000;

const singleton = { singleton: true, requiredVersion: false } as const;

/** What identifies a page: two remotes may have pages of the same name. */
type PageId = Pick<PageMatch, 'remote' | 'name'>;

function createHost() {
  const version = remoteList().shell.provides['@kickoff/web'];
  return createInstance({
    name: 'kickoff_shell',
    remotes: [],
    shareStrategy: 'loaded-first',
    shared: {
      react: { version: React.version, lib: () => React, shareConfig: singleton },
      'react-dom': { version: ReactDOM.version, lib: () => ReactDOM, shareConfig: singleton },
      '@kickoff/web': { version, lib: () => web, shareConfig: singleton },
    },
    // Remotes are built without the federation runtime and use this one.
    plugins: [provideRuntime()],
  });
}

let host: ReturnType<typeof createHost> | undefined;
const modules = new Map<string, Promise<RemoteModule>>();
/** Number of load attempts of each remote. */
const fetches = new Map<string, number>();
const loadingPages = new Map<string, Promise<PageComponent>>();
const loadedPages = new Map<string, PageComponent>();

const keyOf = ({ remote, name }: PageId) => `${remote}/${name}`;

/** The name of a remote's container, as its build derives it. */
const containerOf = (remote: string) => `kickoff_${remote.replaceAll('-', '_')}`;

async function fetchRemoteList(): Promise<RemoteList> {
  const answer = await fetchAnswer(REMOTES_ADDRESS, {});
  // Not validated: the response comes from our own origin, which is built from the same contract.
  return (await answer.json()) as RemoteList;
}

/** Finds a remote in the list of this tab. A retry finds what is live now. */
async function findRemote(name: string, isRetry: boolean): Promise<LiveRemote> {
  const { remotes } = isRetry ? await fetchRemoteList() : remoteList();
  const found = remotes.find((remote) => remote.name === name);
  if (!found) throw new Error(`The server lists no remote ${name}.`);
  return found;
}

async function fetchRemote(name: string, limit: AbortSignal): Promise<RemoteModule> {
  const { version, needs, entry: address } = await findRemote(name, fetches.has(name));
  const entry = new URL(address, location.origin);
  registerPart({ name, version, base: new URL('.', entry).href });
  // The running shell is the one that this tab was loaded with.
  if (!(await satisfiesAll(needs, remoteList().shell.provides))) throw new UnfitRemote();
  // A later attempt may have started.
  limit.throwIfAborted();
  const earlier = fetches.get(name) ?? 0;
  fetches.set(name, earlier + 1);
  if (earlier > 0) {
    deleteFiles(name);
    // A new address, because the runtime caches by address.
    entry.searchParams.set('retry', String(earlier));
  }
  const id = containerOf(name);
  host ??= createHost();
  host.registerRemotes([{ name: id, entry: entry.href }], { force: earlier > 0 });
  const module = await host.loadRemote<RemoteModule>(`${id}/pages`);
  if (!module) throw new Error(`The remote ${name} exposes no pages.`);
  return module;
}

/**
 * Removes a remote's chunks and style sheets, including those in flight: a new release may replace
 * them.
 */
function deleteFiles(name: string): void {
  Reflect.deleteProperty(globalThis, `${containerOf(name)}_chunks`);
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
    if (tries === 1 || limit.aborted || failure instanceof UnfitRemote) throw failure;
    return persist(work, { tries: tries - 1, limit });
  }
}

function loadRemote(name: string, limit: AbortSignal): Promise<RemoteModule> {
  // The entry and the list of pages are two files.
  const tries = 3;
  const known = modules.get(name);
  if (known) return known;
  const module = persist(() => fetchRemote(name, limit), { tries, limit });
  modules.set(name, module);
  // Another page of the remote need not wait for a retry.
  module.catch(() => modules.get(name) === module && modules.delete(name));
  return module;
}

async function fetchPage({ remote, name }: PageId, limit: AbortSignal): Promise<PageComponent> {
  const { pages } = await loadRemote(remote, limit);
  const load = pages[name];
  if (!load) throw new Error(`The remote ${remote} has no page ${name}.`);
  const { default: Page } = await persist(load, { tries: 2, limit });
  return Page;
}

async function fetchPageInTime(page: PageId): Promise<PageComponent> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), LIMIT_MS);
  const late = new Promise<never>((_, refuse) => {
    limit.signal.addEventListener('abort', () =>
      refuse(new Error('The remote did not answer in time.')),
    );
  });
  try {
    const Page = await Promise.race([fetchPage(page, limit.signal), late]);
    loadedPages.set(keyOf(page), Page);
    return Page;
  } catch (error) {
    // The server knows which remotes are unfit: it has their ranges.
    if (!(error instanceof UnfitRemote)) reportError({ kind: 'load', error, remote: page.remote });
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the component of a page if it has loaded. */
export function loadedPage(page: PageId): PageComponent | undefined {
  return loadedPages.get(keyOf(page));
}

/**
 * Loads the component of a page from its remote. A failure is cached until `forgetPage`.
 *
 * @throws `UnfitRemote` if the remote needs other versions than this shell provides
 */
export function loadPage(page: PageId): Promise<PageComponent> {
  const key = keyOf(page);
  const loading = loadingPages.get(key) ?? fetchPageInTime(page);
  loadingPages.set(key, loading);
  return loading;
}

/**
 * Clears a page that failed to load or to render, so that it is loaded again with its whole remote.
 */
export function forgetPage({ remote }: PageId): void {
  modules.delete(remote);
  for (const key of [...loadingPages.keys()]) {
    if (!key.startsWith(`${remote}/`)) continue;
    loadingPages.delete(key);
    loadedPages.delete(key);
  }
}

/**
 * Starts loading a page before it renders. The failure is reported to the caller that renders it.
 */
export function preparePage(page: PageMatch): void {
  loadPage(page).catch(() => undefined);
}
