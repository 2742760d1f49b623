import type { RemoteName } from '@kickoff/contracts';

import type { PageFailure } from './page-failure';

const versions = new Map<RemoteName, string>();

/** Remembers which version of a remote was loaded, for reports. */
export function noteRemoteVersion(remote: RemoteName, version: string | undefined): void {
  if (version !== undefined) versions.set(remote, version);
}

/** Reports an error of the page to the server. What does so is loaded with the first one: most visits have none. */
export function reportError(failure: Omit<PageFailure, 'versions'>): void {
  import(/* webpackChunkName: "error-reporter" */ './error-reporter')
    .then(({ errorReporter }) => errorReporter.report({ ...failure, versions }))
    // Where nothing can be loaded, nothing can be reported.
    .catch(() => undefined);
}

/**
 * Reports what no code of the page caught.
 *
 * @returns ends it
 */
export function reportUncaughtErrors(): () => void {
  const onError = ({ error, message, filename }: ErrorEvent) =>
    reportError({ kind: 'error', error: (error as unknown) ?? message, script: filename });
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    reportError({ kind: 'rejection', error: reason });
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
