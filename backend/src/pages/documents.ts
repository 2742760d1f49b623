import {
  FEED_COOKIE,
  feedAddress,
  type PageInfo,
  type PageName,
  PAGES,
  PROFILE_ADDRESS,
  type RemoteName,
} from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

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
const font = (address: string) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" fetchpriority="low" href="${address}">`;
const data = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escaped(address)}">`;

/**
 * The first calls of a page, which the browser may make beside its scripts. They are asked for with
 * the session's cookie, so there are none for a browser without one.
 */
function firstCalls(name: PageName, cookies: string): string[] {
  if (!/(^|; ?)kickoff_session=/.test(cookies) || PAGES[name].audience !== 'fan') return [];
  if (name !== 'Home') return [PROFILE_ADDRESS];
  const followsOnly = new RegExp(`(^|; ?)${FEED_COOKIE}=following(;|$)`).test(cookies);
  return [feedAddress(followsOnly ? 'following' : 'everyone'), PROFILE_ADDRESS];
}

/**
 * The documents that the shell's build made. Into those of pages with a
 * session go hints for the shell's and the remote's present files and for the
 * page's first calls, so that the browser fetches at once what would otherwise
 * be found out step by step.
 */
@Injectable()
export class Documents {
  private readonly hints = new LiveFile(builtFile('shell/dist/hints.json'), (text) =>
    Hints.parse(JSON.parse(text)),
  );
  private readonly made = new Map<string, LiveFile<string>>();

  constructor(private readonly remotes: RemoteBuilds) {}

  /** A page's document, for a browser with these cookies; undefined while the shell is not built. */
  async of(name: PageName, cookies: string): Promise<string | undefined> {
    const { audience, remote }: PageInfo = PAGES[name];
    if (audience === 'anyone') return this.madePage(name);
    const document = await this.madePage(audience);
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
    const scripts = remote ? await this.remotes.scriptsOf(remote, name) : [];
    return scripts.length > 0 ? [data('/remotes.json'), ...scripts.map(script)] : [];
  }
}
