/** A piece of a post's text: plain text or an external link. */
export interface TextPiece {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/giu;
/** Characters that more often follow an address than end it. */
const AFTER_ADDRESS = /[.,:;!?'’”»…*_]+$/u;

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Strips the punctuation of the surrounding sentence. */
function trimmed(found: string): string {
  let address = found.replace(AFTER_ADDRESS, '');
  while (/[)\]]$/.test(address)) {
    const [open, close] = address.endsWith(')') ? ['(', ')'] : ['[', ']'];
    if (count(address, open) >= count(address, close)) break;
    address = address.slice(0, -1).replace(AFTER_ADDRESS, '');
  }
  return address;
}

/** Returns the target of an address; undefined if it must not be a link. */
function hrefOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  // A username before the host disguises the real host.
  return url.username === '' && url.password === '' ? url.href : undefined;
}

/** Splits a text at its web addresses. Only http and https count. */
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
