import type { NewClientError } from '@kickoff/contracts';

import { currentPage } from './addresses';
import { CallFailure } from './api';
import type { LoadedPart, PageFailure } from './page-failure';
import { isOffline } from './offline-cache';
import { texts } from './texts';

/** Maximum reports per visit: what fails once fails often. */
const MAX_REPORTS = 5;
/** In UTF-16 units; the server stores far less. */
const MAX_MESSAGE = 1_000;
const SHELL = 'shell';

function send(report: NewClientError): Promise<unknown> {
  return fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    // Sent even while the page unloads, and without a session: reports are anonymous.
    keepalive: true,
    credentials: 'omit',
  });
}

/** Failed and aborted calls are not faults of a page, and a server's message may name a person. */
function isNoFault(error: unknown): boolean {
  if (error instanceof CallFailure) return true;
  return error instanceof DOMException && error.name === 'AbortError';
}

function textOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  if (typeof error === 'string') return error;
  // A thrown value that is not an error may have any text, or none.
  return Object.prototype.toString.call(error);
}

function messageOf(error: unknown): string {
  // The cut may split a character.
  return (
    textOf(error)
      .slice(0, MAX_MESSAGE)
      .replaceAll(/\p{Cs}/gu, '\ufffd') || texts.errorReport.noMessage
  );
}

/** Returns the name of the remote whose scripts occur in a text. */
function remoteIn(text: string, parts: readonly LoadedPart[]): string | undefined {
  return parts.find(({ base }) => base !== undefined && text.includes(base))?.name;
}

/** A browser's notice that a layout takes another frame; nothing is broken. */
const isLayoutLoop = (error: unknown) => textOf(error).includes('ResizeObserver loop');

/**
 * Reports page errors to the server, for admins: page, error and version, without personal data.
 * Never throws, and never reports its own failures.
 */
export class ErrorReporter {
  private readonly reported = new Set<string>();

  /** Reports an error, each one once and a few per visit. */
  report({ kind, error, remote, script = '', parts }: PageFailure): void {
    if (isNoFault(error) || isLayoutLoop(error) || isOffline()) return;
    // Errors of browser extensions are not ours.
    const isOwn = script.startsWith(`${location.origin}/`) || remoteIn(script, parts) !== undefined;
    if (script !== '' && !isOwn) return;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const atFault = remote ?? remoteIn(script, parts) ?? remoteIn(stack, parts) ?? SHELL;
    const report: NewClientError = {
      kind,
      remote: atFault,
      page: currentPage()?.paths[0] ?? '/*',
      // The API accepts no `+` of build metadata.
      version: (parts.find(({ name }) => name === atFault)?.version ?? 'unknown').replace('+', '_'),
      message: messageOf(error),
    };
    const key = JSON.stringify(report);
    if (this.reported.has(key) || this.reported.size >= MAX_REPORTS) return;
    this.reported.add(key);
    // A failed report is dropped: it must not become an error that is reported.
    send(report).catch(() => undefined);
  }
}

/** The one of this page. */
export const errorReporter = new ErrorReporter();
