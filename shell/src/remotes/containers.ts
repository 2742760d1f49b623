import * as web from '@kickoff/web';
import * as React from 'react';
import * as ReactDOM from 'react-dom';

/** What webpack's Module Federation makes of a remote: it takes what is shared and gives what is exposed. */
interface Container {
  init: (shareScope: ShareScope) => Promise<void> | void;
  get: (exposed: string) => Promise<() => unknown>;
}

interface Shared {
  get: () => Promise<() => unknown>;
  from: string;
  /** Already running: no remote's own copy, however new, takes its place. */
  loaded: 1;
}
/** Shared packages by name and version, in the form in which containers look them up. */
type ShareScope = Record<string, Record<string, Shared>>;

function shared(version: string, lib: unknown): Record<string, Shared> {
  return { [version]: { get: () => Promise.resolve(() => lib), from: 'shell', loaded: 1 } };
}

const shareScope: ShareScope = {
  react: shared(React.version, React),
  'react-dom': shared(ReactDOM.version, ReactDOM),
  '@kickoff/web': shared('1.0.0', web),
};

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && 'init' in value && 'get' in value;
}

function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${address} could not be fetched.`));
    };
    document.head.append(script);
  });
}

/** Fetches a container, which leaves itself in the global `name`, and takes from it what it exposes. */
export async function loadExposed(name: string, entry: string, exposed: string): Promise<unknown> {
  // A script cut short leaves nothing: what an earlier one left must not stand in for it.
  Reflect.deleteProperty(globalThis, name);
  await runScript(entry);
  const container: unknown = Reflect.get(globalThis, name);
  if (!isContainer(container)) throw new Error(`${entry} is not a container.`);
  await container.init(shareScope);
  return (await container.get(exposed))();
}
