/** A piece of a post's text: plain words, or a link to somewhere else. */
export interface TextPiece {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/giu;
/** What stands after an address more often than in it. */
const AFTER_ADDRESS = /[.,:;!?'’”»…*_]+$/u;

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The address without the punctuation of the sentence around it. */
function trimmed(found: string): string {
  let address = found.replace(AFTER_ADDRESS, '');
  while (/[)\]]$/.test(address)) {
    const [open, close] = address.endsWith(')') ? ['(', ')'] : ['[', ']'];
    if (count(address, open) >= count(address, close)) break;
    address = address.slice(0, -1).replace(AFTER_ADDRESS, '');
  }
  return address;
}

/** Where a found address leads; undefined where it should not be followed. */
function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  // A name before the host makes one place look like another.
  return url.username === '' && url.password === '' ? url.href : undefined;
}

/** Cuts a text at its web addresses. Only http and https count. */
export function linkPieces(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end) });
  return pieces;
}
