import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';

import { forgetDrafts, useDraft } from './drafts';

const ALICE = 'a'.repeat(24);
const BOB = 'b'.repeat(24);

beforeEach(() => {
  localStorage.clear();
});

const open = (owner: string | undefined) =>
  renderHook((of: string | undefined) => useDraft(of, 'post'), { initialProps: owner });
const write = ({ result }: ReturnType<typeof open>, text: string) =>
  act(() => result.current.write(text));
const textOf = ({ result }: ReturnType<typeof open>) => result.current.text;

describe('a draft', () => {
  it('is offered again to its owner and to nobody else', () => {
    write(open(ALICE), 'Half a sentence');

    expect(textOf(open(ALICE))).toBe('Half a sentence');
    expect(textOf(open(BOB))).toBe('');
  });

  it('is kept for nobody while it is not known who writes', () => {
    write(open(undefined), 'Half a sentence');

    expect(localStorage).toHaveLength(0);
    expect(textOf(open(undefined))).toBe('');
  });

  it("becomes the owner's, as typed, once it is known who writes", () => {
    const early = open(undefined);
    write(early, 'Half a sentence');

    early.rerender(ALICE);

    expect(textOf(early)).toBe('Half a sentence');
    expect(textOf(open(ALICE))).toBe('Half a sentence');
  });

  it('is still found where its owner was known only later', () => {
    write(open(ALICE), 'Half a sentence');
    const early = open(undefined);

    early.rerender(ALICE);

    expect(textOf(early)).toBe('Half a sentence');
  });

  it('leaves the field when another fan comes to it', () => {
    const field = open(ALICE);
    write(field, 'Half a sentence');

    field.rerender(BOB);

    expect(textOf(field)).toBe('');
    expect(textOf(open(BOB))).toBe('');
  });

  it('ends as it was sent, in every field', () => {
    const field = open(ALICE);
    write(field, 'Sent');
    const { discard } = field.result.current;

    let isOver = false;
    act(() => {
      isOver = discard();
    });

    expect(isOver).toBe(true);
    expect(textOf(field)).toBe('');
    expect(textOf(open(ALICE))).toBe('');
  });

  it('keeps what was written since it was sent, as another thing', () => {
    const field = open(ALICE);
    write(field, 'Sent');
    const { discard, key } = field.result.current;
    const later = open(ALICE);
    write(later, 'Sent, and written on');

    let isOver = true;
    act(() => {
      isOver = discard();
    });

    expect(isOver).toBe(false);
    const kept = open(ALICE).result.current;
    expect(kept.text).toBe('Sent, and written on');
    expect(kept.key).not.toBe(key);
  });

  it("is forgotten with all of its owner's, and with nobody else's", () => {
    write(open(ALICE), 'Half a sentence');
    write(open(BOB), 'Another');

    forgetDrafts(ALICE);

    expect(textOf(open(ALICE))).toBe('');
    expect(textOf(open(BOB))).toBe('Another');
  });
});
