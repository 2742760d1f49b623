import type { RemoteName } from '@kickoff/contracts';

import type { PageFailure } from './page-failure';

const versions = new Map<RemoteName, string>();

/** Registers the loaded version of a remote, for error reports. */
export function noteRemoteVersion(remote: RemoteName, version: string | undefined): void {
  if (version !== undefined) versions.set(remote, version);
}

/**
 * Reports a page error to the server. The reporter is loaded with the first one: most visits have
 * none.
 */
export function reportError(failure: Omit<PageFailure, 'versions'>): void {
  import(/* webpackChunkName: "error-reporter" */ './error-reporter')
    .then(({ errorReporter }) => errorReporter.report({ ...failure, versions }))
    // If the reporter cannot be loaded, nothing is reported.
    .catch(() => undefined);
}

/**
 * Reports uncaught errors.
 *
 * @returns stops the reporting
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
