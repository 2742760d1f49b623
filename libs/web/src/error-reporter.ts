import {
  type NewClientError,
  PAGES,
  type RemoteName,
  REMOTES,
  SHELL_VERSION,
} from '@kickoff/contracts';

import { currentPage } from './addresses';
import { CallFailure } from './api';
import type { PageFailure } from './page-failure';
import { isOffline } from './offline-cache';

/** Reports of one visit at the most: what fails once fails often. */
const MAX_REPORTS = 5;
/** In UTF-16 units; the server stores far less. */
const MAX_MESSAGE = 1_000;

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
      .replaceAll(/\p{Cs}/gu, '\ufffd') || 'No message'
  );
}

function remoteIn(text: string): RemoteName | undefined {
  const [, name] = /\/remotes\/([a-z][a-z\d-]*)\//.exec(text) ?? [];
  return REMOTES.find((remote) => remote === name);
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
  report({ kind, error, remote, script = '', versions }: PageFailure): void {
    if (isNoFault(error) || isLayoutLoop(error) || isOffline()) return;
    // What browser extensions do is not ours.
    if (script !== '' && !script.startsWith(`${location.origin}/`)) return;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const part = remote ?? remoteIn(script) ?? remoteIn(stack) ?? 'shell';
    const page = currentPage();
    const report: NewClientError = {
      kind,
      remote: part,
      page: page ? PAGES[page.name].paths[0] : '/*',
      version: part === 'shell' ? SHELL_VERSION : (versions.get(part) ?? 'unknown'),
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
