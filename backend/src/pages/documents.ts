import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ADDRESSES, type PageMatch, SHELL, THEME_COOKIE, themeNamed } from '@kickoff/contracts';
import { Inject, Injectable } from '@nestjs/common';

import { SESSION_COOKIE } from '../auth/session-cookie.js';
import { SETTINGS } from '../common/config/config.module.js';
import type { Settings } from '../common/config/env.js';
import { cookieIn } from '../common/http/cookies.js';
import type { ShellBuild } from '../remotes/builds/build.js';
import type { LiveParts } from '../remotes/live-part.js';
import { LiveFolder } from '../remotes/live/live-folder.js';
import { liveRoot } from '../remotes/live/live-parts.js';
import { allPageFiles, pageFiles } from '../remotes/page-files.js';
import {
  type FileHints,
  preloadsOf,
  toAnnouncementsElement,
  toHints,
  toRemotesElement,
  withHead,
  withTitle,
} from './page-hints.js';
import { ShownAnnouncements } from './shown-announcements.js';

const NO_FILES: FileHints = { scripts: [], styles: [], fonts: [] };

/** Whether the page will redirect to the login; no cookie identifies the session of an admin. */
function leadsToLogin({ audience }: PageMatch, cookies: string): boolean {
  return audience === 'fan' && !cookieIn(cookies, SESSION_COOKIE);
}

/** In the theme that was chosen on this device, from the first moment on. */
function inTheme(document: string, cookies: string): string {
  const theme = themeNamed(cookieIn(cookies, THEME_COOKIE));
  return theme === 'system' ? document : document.replace('<html', `<html data-theme="${theme}"`);
}

/**
 * Documents of the shell's build, each with the list of remotes. Documents of pages with a session
 * get hints for the present files of shell and remote and for the page's first requests, so that
 * the browser fetches them immediately; not if the page will redirect to the login.
 */
@Injectable()
export class Documents {
  private readonly folder: LiveFolder;
  /** Documents of one build of the shell. */
  private made: { build: string; documents: Map<string, string> } | undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly announcements: ShownAnnouncements,
  ) {
    this.folder = new LiveFolder(liveRoot(settings.dataFolder), SHELL);
  }

  /**
   * Returns a page's document for a browser with these cookies; undefined while no shell is live.
   */
  async of(page: PageMatch, parts: LiveParts, cookies: string): Promise<string | undefined> {
    const { build } = parts.shell;
    if (!build) return undefined;
    const list = toRemotesElement(parts.list);
    if (page.audience === 'anyone') return withHead(await this.read(build, page.name), list);
    const document = withTitle(await this.read(build, page.audience), page.title);
    if (leadsToLogin(page, cookies)) return withHead(inTheme(document, cookies), list);
    const announcements =
      page.audience === 'fan'
        ? toAnnouncementsElement(await this.announcements.shownTo(cookies))
        : '';
    const head = `${hintsFor(page, parts, cookies)}${announcements}${list}`;
    return withHead(inTheme(document, cookies), head);
  }

  /** Returns the document of an unknown address; undefined while no shell is live. */
  async fallback({ shell, list }: LiveParts): Promise<string | undefined> {
    return (
      shell.build && withHead(await this.read(shell.build, 'Fallback'), toRemotesElement(list))
    );
  }

  private async read({ id, shell }: ShellBuild, name: string): Promise<string> {
    if (this.made?.build !== id) this.made = { build: id, documents: new Map() };
    const { documents } = this.made;
    const known = documents.get(name);
    if (known !== undefined) return known;
    const file = shell.documents[name] ?? '';
    const document = await readFile(join(this.folder.path, file), 'utf8').catch(() =>
      // Deleted from the live folder: the copy of the last good build is complete.
      readFile(join(this.folder.storedBuild(id), file), 'utf8'),
    );
    documents.set(name, document);
    return document;
  }
}

function hintsFor(page: PageMatch, { shell, remotes }: LiveParts, cookies: string): string {
  const remote = remotes.find(({ name }) => name === page.remote);
  return toHints(
    page,
    shell.build?.shell.hints[page.audience] ?? NO_FILES,
    remote ? pageFiles(remote, page.name) : [],
    preloadsOf(page, cookies),
  );
}

/**
 * Returns the addresses of all files that the home page needs offline, of the live shell and
 * remote.
 */
export function offlineFiles({ shell, remotes, table }: LiveParts): string[] {
  const home = table.pageAt(ADDRESSES.Home);
  const remote = remotes.find(({ name }) => name === home?.remote);
  // The service worker reads files of its own origin only.
  const files = home && remote?.base === undefined && remote ? allPageFiles(remote, home.name) : [];
  return [...(shell.build?.shell.offlineFiles ?? []), ...files];
}
