import { CLIENT_ERROR_MESSAGE } from '@kickoff/contracts';

/** Stands where something was removed. */
const GAP = '…';

const TOP_LEVEL =
  'com|org|net|io|dev|app|example|test|local|info|biz|cloud|online|site|xyz|tv|me|co|eu|uk|de|fr|es|it|nl|in|us';

/**
 * What may say something about a person, in the order in which it is removed:
 * quoted text first, because an address inside it would leave half a quote.
 */
const PRIVATE: readonly RegExp[] = [
  // Quoted text; a quote that is never closed reaches to the end.
  /"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)|«[^»]*(»|$)|‘[^’]*(’|$)/gu,
  // An apostrophe inside a word quotes nothing.
  /(?<![\p{L}\p{N}])'.*?('(?![\p{L}\p{N}])|$)/gu,
  // Longer than any word; what follows then looks at short words alone and cannot take long.
  /\S{100,}/gu,
  // What is named as a secret.
  /(?<=\b(?:bearer|basic|token|password|passwd|secret|key|cookie|session|authorization|auth)\b\s*[:=]?\s+|\b(?:token|password|passwd|secret|key|cookie|session|auth)=)\S+/giu,
  // Addresses: of the web, of mail, of files.
  /\b[a-z][a-z\d+.-]*:\/\/\S*/giu,
  /\b(?:data|blob|mailto|tel|javascript):\S+/giu,
  /\S*@\S*/gu,
  /\S*[/\\]\S*/gu,
  // Addresses of machines.
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/gu,
  /(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?:%\w+)?(?![\w:])/giu,
  /\b(?:localhost|www\.[\p{L}\d.-]+)(?::\d+)?/giu,
  new RegExp(`(?<![\\w.])(?:[\\p{L}\\d-]+\\.)+(?:${TOP_LEVEL})(?::\\d+)?(?![\\w(])`, 'giu'),
  /\b[\w-]+(?:\.[\w-]+)+:\d+\b/gu,
  // Numbers of telephones.
  /\+?\d[\d ()-]{5,}\d/gu,
  // Ids and tokens: long words, and those of letters and digits.
  /[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]+)*/gu,
  /[\w-]{32,}/gu,
  /(?=[\w-]*\d)[\w-]{8,}/gu,
  /\d{4,}/gu,
];

/**
 * The message of an error without addresses of any kind, ids, tokens and
 * quoted text, on one line and cut to the stored length.
 */
export function sanitizeMessage(message: string): string {
  const line = message.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
  const clean = PRIVATE.reduce((text, pattern) => text.replaceAll(pattern, GAP), line);
  const joined = clean.replaceAll(/…(?:[\s…]*…)+/gu, GAP).trim();
  return Array.from(joined === '' ? GAP : joined)
    .slice(0, CLIENT_ERROR_MESSAGE.stored)
    .join('');
}
