import {
  FEED_COOKIE,
  feedAddress,
  type PageInfo,
  type PageName,
  PAGES,
  PROFILE_ADDRESS,
  type RemoteList,
  type RemoteName,
  REMOTES_ELEMENT,
  THEME_COOKIE,
  themeNamed,
} from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { SESSION_COOKIE } from '../auth/session-cookie.js';
import { cookieIn } from '../common/http/cookies.js';
import { builtFile } from './front-end-files.js';
import { LiveFile } from './live-file.js';
import { RemoteBuilds } from './remote-builds.js';

const Hints = z.record(
  z.string(),
  z.object({
    scripts: z.array(z.string()),
    styles: z.array(z.string()),
    fonts: z.array(z.string()),
  }),
);

const NO_HINTS: z.infer<typeof Hints>[string] = { scripts: [], styles: [], fonts: [] };

const asText = (text: string) => text;
const escaped = (address: string) => address.replaceAll('&', '&amp;');
const script = (address: string) => `<link rel="preload" as="script" href="${address}">`;
const style = (address: string) => `<link rel="preload" as="style" href="${address}">`;
const scriptOrStyle = (address: string) =>
  address.endsWith('.css') ? style(address) : script(address);
const font = (address: string) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" fetchpriority="low" href="${address}">`;
const data = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escaped(address)}">`;
/** Data, which the security policy lets stand in a document: nothing of it runs. */
const listOf = (remotes: RemoteList) =>
  `<script type="application/json" id="${REMOTES_ELEMENT}">${JSON.stringify(remotes)}</script>`;

/** Whether the page will redirect to the login; no cookie identifies the session of an admin. */
function leadsToLogin(name: PageName, cookies: string): boolean {
  return PAGES[name].audience === 'fan' && !cookieIn(cookies, SESSION_COOKIE);
}

/** The first calls of a page, which the browser may make beside its scripts with the session's cookie. */
function firstCalls(name: PageName, cookies: string): string[] {
  if (PAGES[name].audience !== 'fan') return [];
  if (name !== 'Home') return [PROFILE_ADDRESS];
  const followsOnly = cookieIn(cookies, FEED_COOKIE) === 'following';
  return [feedAddress(followsOnly ? 'following' : 'everyone'), PROFILE_ADDRESS];
}

/** In the theme that was chosen on this device, from the first moment on. */
function inTheme(document: string, cookies: string): string {
  const theme = themeNamed(cookieIn(cookies, THEME_COOKIE));
  return theme === 'system' ? document : document.replace('<html', `<html data-theme="${theme}"`);
}

/**
 * The documents that the shell's build made. Into those of pages with a
 * session go hints for the shell's and the remote's present files and for the
 * page's first calls, so that the browser fetches at once what would otherwise
 * be found out step by step; not into one that will lead to the login.
 */
@Injectable()
export class Documents {
  private readonly hints = new LiveFile(builtFile('shell/dist/hints.json'), (text) =>
    Hints.parse(JSON.parse(text)),
  );
  private readonly shellFiles = new LiveFile(builtFile('shell/dist/offline-files.json'), (text) =>
    z.array(z.string()).parse(JSON.parse(text)),
  );
  private readonly made = new Map<string, LiveFile<string>>();

  constructor(private readonly remotes: RemoteBuilds) {}

  /** A page's document, for a browser with these cookies; undefined while the shell is not built. */
  async of(name: PageName, cookies: string): Promise<string | undefined> {
    const { audience, remote }: PageInfo = PAGES[name];
    if (audience === 'anyone') return this.madePage(name);
    const made = await this.madePage(audience);
    const document = made && inTheme(made, cookies);
    if (leadsToLogin(name, cookies)) return document;
    const hints = (await this.hints.read())?.[name] ?? NO_HINTS;
    // In the order of their need: a browser fetches few of them at a time.
    const links = [
      ...hints.styles.map(style),
      ...firstCalls(name, cookies).map(data),
      ...hints.scripts.map(script),
      ...(await this.remoteHints(name, remote)),
      ...hints.fonts.map(font),
    ];
    return document?.replace('</head>', `${links.join('')}</head>`);
  }

  /** The addresses of all files that home needs without a connection, as shell and remote are built now. */
  async offlineFiles(): Promise<string[]> {
    const files = await this.remotes.allFilesOf(PAGES.Home.remote, 'Home');
    return [...((await this.shellFiles.read()) ?? []), ...files];
  }

  /** The document for an address that does not exist. */
  fallback(): Promise<string | undefined> {
    return this.madePage('Fallback');
  }

  private madePage(name: string): Promise<string | undefined> {
    const file =
      this.made.get(name) ?? new LiveFile(builtFile(`shell/dist/pages/${name}.html`), asText);
    this.made.set(name, file);
    return file.read();
  }

  private async remoteHints(name: PageName, remote: RemoteName | undefined): Promise<string[]> {
    const files = remote ? await this.remotes.filesOf(remote, name) : [];
    return files.length > 0 ? [listOf(await this.remotes.list()), ...files.map(scriptOrStyle)] : [];
  }
}
