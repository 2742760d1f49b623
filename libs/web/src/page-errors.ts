import type { LoadedPart, PageFailure } from './page-failure';

const parts = new Map<string, LoadedPart>();

/** Registers what error reports name: the shell, and each remote that is about to load. */
export function registerPart(part: LoadedPart): void {
  parts.set(part.name, part);
}

/**
 * Reports a page error to the server. The reporter is loaded with the first one: most visits have
 * none.
 */
export function reportError(failure: Omit<PageFailure, 'parts'>): void {
  import(/* webpackChunkName: "error-reporter" */ './error-reporter')
    .then(({ errorReporter }) => errorReporter.report({ ...failure, parts: [...parts.values()] }))
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
