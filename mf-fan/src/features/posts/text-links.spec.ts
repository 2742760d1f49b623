import { describe, expect, it } from '@jest/globals';

import { linkPieces } from './text-links';

const linksIn = (text: string) => linkPieces(text).flatMap(({ href }) => href ?? []);

describe('linkPieces', () => {
  it('preserves every character of the text', () => {
    const text = 'One https://a.example/x, two\n(http://b.example) three';

    expect(
      linkPieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
    expect(linkPieces('no links')).toEqual([{ text: 'no links' }]);
    expect(linkPieces('')).toEqual([]);
  });

  it('links http and https addresses only', () => {
    expect(linksIn('http://a.example https://b.example/c?d=e#f')).toEqual([
      'http://a.example/',
      'https://b.example/c?d=e#f',
    ]);
    expect(linksIn('javascript:alert(1) data:text/html,x ftp://a.example www.a.example')).toEqual(
      [],
    );
    expect(linksIn('https:// http://')).toEqual([]);
  });

  it('ends a link before the punctuation of its sentence', () => {
    expect(
      linksIn('See https://a.example/b. Or (https://a.example/c)! "https://a.example/d"'),
    ).toEqual(['https://a.example/b', 'https://a.example/c', 'https://a.example/d']);
  });

  it('includes brackets that belong to the address', () => {
    expect(linksIn('https://a.example/wiki/Derby_(football)')).toEqual([
      'https://a.example/wiki/Derby_(football)',
    ]);
  });

  it('links no address with a username before the host', () => {
    expect(linksIn('https://bank.example@evil.example/ https://a:b@evil.example')).toEqual([]);
  });
});
