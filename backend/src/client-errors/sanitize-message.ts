import { CLIENT_ERROR_MESSAGE } from '@kickoff/contracts';

/** Replaces removed text. */
const GAP = '…';

const TOP_LEVEL =
  'com|org|net|io|dev|app|example|test|local|info|biz|cloud|online|site|xyz|tv|me|co|eu|uk|de|fr|es|it|nl|in|us';

/**
 * Patterns of personal data, in the order of removal: quoted text first, because an address inside
 * it would leave half a quote.
 */
const PRIVATE: readonly RegExp[] = [
  // Quoted text; an unclosed quote extends to the end.
  /"[^"]*("|$)|`[^`]*(`|$)|“[^”]*(”|$)|«[^»]*(»|$)|‘[^’]*(’|$)/gu,
  // An apostrophe inside a word is not a quote.
  /(?<![\p{L}\p{N}])'.*?('(?![\p{L}\p{N}])|$)/gu,
  // Longer than any word; bounds the running time of the following patterns.
  /\S{100,}/gu,
  // Values labelled as secrets.
  /(?<=\b(?:bearer|basic|token|password|passwd|secret|key|cookie|session|authorization|auth)\b\s*[:=]?\s+|\b(?:token|password|passwd|secret|key|cookie|session|auth)=)\S+/giu,
  // URLs, email addresses and file paths.
  /\b[a-z][a-z\d+.-]*:\/\/\S*/giu,
  /\b(?:data|blob|mailto|tel|javascript):\S+/giu,
  /\S*@\S*/gu,
  /\S*[/\\]\S*/gu,
  // IP addresses.
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/gu,
  /(?<![\w:])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?:%\w+)?(?![\w:])/giu,
  /\b(?:localhost|www\.[\p{L}\d.-]+)(?::\d+)?/giu,
  new RegExp(`(?<![\\w.])(?:[\\p{L}\\d-]+\\.)+(?:${TOP_LEVEL})(?::\\d+)?(?![\\w(])`, 'giu'),
  /\b[\w-]+(?:\.[\w-]+)+:\d+\b/gu,
  // Phone numbers.
  /\+?\d[\d ()-]{5,}\d/gu,
  // Ids and tokens: long words, and words that mix letters and digits.
  /[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]+)*/gu,
  /[\w-]{32,}/gu,
  /(?=[\w-]*\d)[\w-]{8,}/gu,
  /\d{4,}/gu,
];

/**
 * Removes addresses, ids, tokens and quoted text from an error message, joins it into one line and
 * cuts it to the stored length.
 */
export function sanitizeMessage(message: string): string {
  const line = message.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
  const clean = PRIVATE.reduce((text, pattern) => text.replaceAll(pattern, GAP), line);
  const joined = clean.replaceAll(/…(?:[\s…]*…)+/gu, GAP).trim();
  return Array.from(joined === '' ? GAP : joined)
    .slice(0, CLIENT_ERROR_MESSAGE.stored)
    .join('');
}
