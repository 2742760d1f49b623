import {
  type ClientErrorPart,
  type NewClientError,
  PAGES,
  type RemoteName,
  REMOTES,
  SHELL_VERSION,
} from '@kickoff/contracts';

import { currentPage } from './addresses';
import { CallFailure } from './api';
import { isOffline } from './seen-answers';

/** Reports of one visit at the most: what fails once fails often. */
const MAX_REPORTS = 5;
/** In UTF-16 units; the server stores far less. */
const MAX_MESSAGE = 1_000;

interface Failure {
  kind: NewClientError['kind'];
  error: unknown;
  /** Whose code it is; found by the addresses in the error's stack where it is not given. */
  remote?: RemoteName | undefined;
  /** The address of the script, where the browser names it. */
  script?: string;
}

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

/**
 * Reports errors of the page to the server, where admins see them: which page,
 * what failed and in which version, and nothing about the person. Never throws,
 * and never reports a failure of its own.
 */
export class ErrorReporter {
  private readonly versions = new Map<ClientErrorPart, string>([['shell', SHELL_VERSION]]);
  private readonly reported = new Set<string>();

  /** Remembers which version of a remote was loaded. */
  noteVersion(remote: RemoteName, version: string | undefined): void {
    if (version !== undefined) this.versions.set(remote, version);
  }

  /** Sends an error, each one once and a few in a visit. */
  report({ kind, error, remote, script = '' }: Failure): void {
    if (isNoFault(error) || isOffline()) return;
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const part = remote ?? remoteIn(script) ?? remoteIn(stack) ?? 'shell';
    const page = currentPage();
    const report: NewClientError = {
      kind,
      remote: part,
      page: page ? PAGES[page.name].paths[0] : '/*',
      version: this.versions.get(part) ?? 'unknown',
      message: messageOf(error),
    };
    const key = JSON.stringify(report);
    if (this.reported.has(key) || this.reported.size >= MAX_REPORTS) return;
    this.reported.add(key);
    // A report that fails is given up: it must not become an error that is reported.
    send(report).catch(() => undefined);
  }

  /**
   * Reports what no code of the page caught, but not what browser extensions do.
   *
   * @returns ends it
   */
  listen(): () => void {
    const onError = ({ error, message, filename }: ErrorEvent) => {
      if (filename !== '' && !filename.startsWith(`${location.origin}/`)) return;
      // The browser's word that a layout takes another frame; nothing is broken.
      if (message.startsWith('ResizeObserver loop')) return;
      this.report({ kind: 'error', error: (error as unknown) ?? message, script: filename });
    };
    const onRejection = ({ reason }: PromiseRejectionEvent) =>
      this.report({ kind: 'rejection', error: reason });
    window.addEventListener('error', onError);
    window.addEventListener('unhandledrejection', onRejection);
    return () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
    };
  }
}

/** The one of this page. */
export const errorReporter = new ErrorReporter();
