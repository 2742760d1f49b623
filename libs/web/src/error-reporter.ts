import type { NewClientError } from '@kickoff/contracts';

import { currentPage } from './addresses';
import { CallFailure } from './api';
import type { LoadedPart, PageFailure } from './page-failure';
import { isOffline } from './offline-cache';
import { texts } from './texts';

/** Reports of one visit at the most: what fails once fails often. */
const MAX_REPORTS = 5;
/** In UTF-16 units; the server stores far less. */
const MAX_MESSAGE = 1_000;
const SHELL = 'shell';

function send(report: NewClientError): Promise<unknown> {
  return fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
    // Also while the page is left; and without a session, for nobody needs to know whose it was.
    keepalive: true,
    credentials: 'omit',
  });
}

/** Failed calls and given-up ones are no faults of a page, and a message of the server may name a person. */
function isNoFault(error: unknown): boolean {
  if (error instanceof CallFailure) return true;
  return error instanceof DOMException && error.name === 'AbortError';
}

function textOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  if (typeof error === 'string') return error;
  // What is no error may have no text of its own, or one of anything.
  return Object.prototype.toString.call(error);
}

function messageOf(error: unknown): string {
  // The cut may leave half a character.
  return (
    textOf(error)
      .slice(0, MAX_MESSAGE)
      .replaceAll(/\p{Cs}/gu, '\ufffd') || texts.errorReport.noMessage
  );
}

/** The name of the remote whose scripts are in a text. */
function remoteIn(text: string, parts: readonly LoadedPart[]): string | undefined {
  return parts.find(({ base }) => base !== undefined && text.includes(base))?.name;
}

/** The browser's word that a layout takes another frame; nothing is broken. */
const isLayoutLoop = (error: unknown) => textOf(error).includes('ResizeObserver loop');

/**
 * Reports errors of the page to the server, where admins see them: which page,
 * what failed and in which version, and nothing about the person. Never throws,
 * and never reports a failure of its own.
 */
export class ErrorReporter {
  private readonly reported = new Set<string>();

  /** Sends an error, each one once and a few in a visit. */
  report({ kind, error, remote, script = '', parts }: PageFailure): void {
    if (isNoFault(error) || isLayoutLoop(error) || isOffline()) return;
    // What browser extensions do is not ours.
    const isOwn = script.startsWith(`${location.origin}/`) || remoteIn(script, parts) !== undefined;
    if (script !== '' && !isOwn) return;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const atFault = remote ?? remoteIn(script, parts) ?? remoteIn(stack, parts) ?? SHELL;
    const report: NewClientError = {
      kind,
      remote: atFault,
      page: currentPage()?.paths[0] ?? '/*',
      version: parts.find(({ name }) => name === atFault)?.version ?? 'unknown',
      message: messageOf(error),
    };
    const key = JSON.stringify(report);
    if (this.reported.has(key) || this.reported.size >= MAX_REPORTS) return;
    this.reported.add(key);
    // A report that fails is given up: it must not become an error that is reported.
    send(report).catch(() => undefined);
  }
}

/** The one of this page. */
export const errorReporter = new ErrorReporter();
