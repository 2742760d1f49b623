import type { NavigationEntry } from './remote-manifest.js';
import type { PageDeclaration, PageOwner } from './page-table.js';

/** First words of addresses that are never a page: what the server itself answers. */
const RESERVED_FIRST_WORDS: readonly string[] = [
  'api',
  'uploads',
  'assets',
  'remotes',
  'favicon.ico',
  'manifest.webmanifest',
  'offline-files.json',
  'remotes.json',
  'robots.txt',
  'sw.js',
];

/** What a part of the product claims: addresses, and entries of the navigation. */
export interface Claims extends PageOwner {
  navigation: readonly NavigationEntry[];
}

const splitPath = (path: string) => path.split('/').filter((segment) => segment !== '');

/** The texts that a segment of a pattern may be, in small letters; undefined for any text. */
function textsOf({ values }: PageDeclaration, segment: string): string[] | undefined {
  const texts = segment.startsWith(':') ? values?.[segment.slice(1)] : [segment];
  return texts?.map((text) => text.toLowerCase());
}

/** Whether one address fits both patterns, letter case aside. */
function overlap(
  [page, pattern]: [PageDeclaration, string],
  [otherPage, otherPattern]: [PageDeclaration, string],
): boolean {
  const segments = splitPath(pattern);
  const others = splitPath(otherPattern);
  return (
    segments.length === others.length &&
    segments.every((segment, index) => {
      const texts = textsOf(page, segment);
      const otherTexts = textsOf(otherPage, others[index] ?? '');
      return !texts || !otherTexts || texts.some((text) => otherTexts.includes(text));
    })
  );
}

const patternsOf = ({ pages }: PageOwner) =>
  Object.values(pages).flatMap((page) =>
    page.paths.map((path): [PageDeclaration, string] => [page, path]),
  );

function reservedWordOf([page, pattern]: [PageDeclaration, string]): string | undefined {
  const [first] = splitPath(pattern);
  if (first === undefined) return undefined;
  const texts = textsOf(page, first);
  return RESERVED_FIRST_WORDS.find((word) => !texts || texts.includes(word));
}

/**
 * The first conflict of what one part claims with what others have, as the end of a sentence that
 * begins with its name, such as `claims the address /home of 'fan'`; undefined where there is none.
 */
export function findConflict(claims: Claims, others: readonly Claims[]): string | undefined {
  for (const pattern of patternsOf(claims)) {
    const word = reservedWordOf(pattern);
    if (word !== undefined) return `claims the reserved word /${word}`;
    for (const other of others) {
      const taken = patternsOf(other).find((known) => overlap(pattern, known));
      if (taken) return `claims the address ${taken[1]} of '${other.name}'`;
    }
  }
  for (const { place, label } of claims.navigation) {
    const owner = others.find(({ navigation }) =>
      navigation.some((entry) => entry.place === place && entry.label === label),
    );
    if (owner) return `claims the navigation entry '${label}' of '${owner.name}'`;
  }
  return findOwnConflict(claims);
}

/** A conflict of two pages, or two entries, of the same part. */
function findOwnConflict(claims: Claims): string | undefined {
  const patterns = patternsOf(claims);
  for (const [index, pattern] of patterns.entries()) {
    const again = patterns.slice(0, index).find(([page, path]) => {
      return page !== pattern[0] && overlap(pattern, [page, path]);
    });
    if (again) return `claims the address ${again[1]} twice`;
  }
  const entries = claims.navigation.map(({ place, label }) => `${place} ${label}`);
  const twice = claims.navigation.find(
    ({ place, label }, index) => entries.indexOf(`${place} ${label}`) !== index,
  );
  return twice && `claims the navigation entry '${twice.label}' twice`;
}
