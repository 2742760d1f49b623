import {
  type Announcement,
  ANNOUNCEMENTS_ELEMENT,
  type PageRow,
  type Preload,
  type RemoteList,
  REMOTES_ELEMENT,
} from '@kickoff/contracts';

import { cookieIn } from '../common/http/cookies.js';
import type { ShellBuild } from '../remotes/builds/build.js';

/** Addresses of the files of a page's first load. */
export type FileHints = ShellBuild['shell']['hints'][string];

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const script = (address: string) =>
  `<link rel="preload" as="script" href="${escapeHtml(address)}">`;
const style = (address: string) => `<link rel="preload" as="style" href="${escapeHtml(address)}">`;
const font = (address: string, priority: 'auto' | 'low') =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" fetchpriority="${priority}" href="${escapeHtml(address)}">`;
const data = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(address)}">`;
const scriptOrStyle = (address: string) =>
  address.endsWith('.css') ? style(address) : script(address);

/**
 * Returns links for the files and the first requests of a page, in order of need: a browser fetches
 * few at a time. Column widths of the admins' tables depend on their texts, and a late font shifts
 * them: there fonts precede scripts.
 */
export function toHints(
  { audience }: Pick<PageRow, 'audience'>,
  shell: FileHints,
  remoteFiles: readonly string[],
  preloads: readonly string[],
): string {
  const fonts = shell.fonts.map((address) => font(address, audience === 'admin' ? 'auto' : 'low'));
  return [
    ...shell.styles.map(style),
    ...(audience === 'admin' ? fonts : []),
    ...preloads.map(data),
    ...shell.scripts.map(script),
    ...remoteFiles.map(scriptOrStyle),
    ...(audience === 'admin' ? [] : fonts),
  ].join('');
}

/** Returns what a browser with these cookies may preload; an admin's session is not in a cookie. */
export function preloadsOf({ audience, preload = [] }: PageRow, cookies: string): string[] {
  return audience === 'fan' ? preload.map((item) => addressFor(item, cookies)) : [];
}

function addressFor(preload: Preload, cookies: string): string {
  if (typeof preload === 'string') return preload;
  const value = cookieIn(cookies, preload.cookie) ?? '';
  return new Map(Object.entries(preload.values)).get(value) ?? preload.otherwise;
}

/**
 * Serialises the list of remotes as a data element, which the security policy allows because it is
 * not executed. Preloads are omitted: the document has them as links.
 */
export function toRemotesElement(list: RemoteList): string {
  const withoutPreloads = (key: string, value: unknown) => (key === 'preload' ? undefined : value);
  return toDataElement(REMOTES_ELEMENT, JSON.stringify(list, withoutPreloads));
}

/**
 * Serialises the announcements as a data element, so that the first paint has them; empty without
 * any.
 */
export function toAnnouncementsElement(announcements: readonly Announcement[]): string {
  if (announcements.length === 0) return '';
  return toDataElement(ANNOUNCEMENTS_ELEMENT, JSON.stringify(announcements));
}

function toDataElement(id: string, json: string): string {
  const data = json.replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${id}">${data}</script>`;
}

/** Replaces the title of a document. */
export function withTitle(document: string, title: string): string {
  const element = `<title>${escapeHtml(title)} · KickOff</title>`;
  return document.replace(/<title>[^<]*<\/title>/, () => element);
}

/** Appends markup to a document's head. */
export function withHead(document: string, markup: string): string {
  return document.replace('</head>', () => `${markup}</head>`);
}
