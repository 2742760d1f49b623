import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, renderHook, waitFor } from '@testing-library/react';
import { lazy, Suspense, useLayoutEffect, useState } from 'react';

import { forgetFan } from '../device-data';
import { useDraft } from '.';

const ALICE = 'a'.repeat(24);
const BOB = 'b'.repeat(24);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

type Field = ReturnType<typeof open>;

const open = (owner: string | undefined) =>
  renderHook((of: string | undefined) => useDraft(of, 'post'), { initialProps: owner });
const write = ({ result }: Field, text: string) => act(() => result.current.write(text));
const textOf = ({ result }: Field) => result.current.text;
const discard = ({ result }: Field) => {
  let isOver = false;
  act(() => {
    isOver = result.current.discard();
  });
  return isOver;
};
/** Unmounts the field and mounts it again. */
const reopen = (field: Field, owner: string) => {
  field.unmount();
  return open(owner);
};

const names = () => Object.keys(localStorage);
/** Changes a draft's key as another tab would; null removes it. */
function writeElsewhere(name: string, draft: object | null) {
  if (draft === null) localStorage.removeItem(name);
  else localStorage.setItem(name, JSON.stringify(draft));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: name })));
}

describe('useDraft', () => {
  it('restores a draft for its owner only', () => {
    write(open(ALICE), 'Half a sentence');

    expect(textOf(open(ALICE))).toBe('Half a sentence');
    expect(textOf(open(BOB))).toBe('');
  });

  it('preserves text typed before the first effects have run', () => {
    const early = renderHook(() => {
      const draft = useDraft(ALICE, 'post');
      const { write: type } = draft;
      const [first] = useState(() => type);
      useLayoutEffect(() => first('At once'), [first]);
      return draft;
    });

    expect(textOf(early)).toBe('At once');
    expect(textOf(reopen(early, ALICE))).toBe('At once');
  });

  it('stores nothing while the owner is unknown', () => {
    write(open(undefined), 'Half a sentence');

    expect(localStorage).toHaveLength(0);
    expect(textOf(open(undefined))).toBe('');
  });

  it('assigns the typed text to the owner once known', () => {
    const early = open(undefined);
    write(early, 'Half a sentence');

    early.rerender(ALICE);

    expect(textOf(early)).toBe('Half a sentence');
    expect(textOf(open(ALICE))).toBe('Half a sentence');
  });

  it('restores a draft whose owner became known later', () => {
    write(open(ALICE), 'Half a sentence');
    const early = open(undefined);

    early.rerender(ALICE);

    expect(textOf(early)).toBe('Half a sentence');
  });

  it('clears the field when another fan signs in', () => {
    const field = open(ALICE);
    write(field, 'Half a sentence');

    field.rerender(BOB);

    expect(textOf(field)).toBe('');
    expect(textOf(open(BOB))).toBe('');
  });

  it('discards the sent draft in every field', () => {
    const field = open(ALICE);
    const twin = open(ALICE);
    write(field, 'Sent');

    expect(discard(field)).toBe(true);

    expect(textOf(field)).toBe('');
    expect(textOf(twin)).toBe('');
    expect(names()).toEqual([]);
  });

  it('discards a sent draft in a field that was reopened meanwhile', () => {
    const left = open(ALICE);
    write(left, 'Sent');
    const field = reopen(left, ALICE);
    expect(textOf(field)).toBe('Sent');

    expect(discard(left)).toBe(true);

    expect(textOf(field)).toBe('');
    expect(names()).toEqual([]);
  });

  it('stores text written after sending as a new draft', () => {
    const field = open(ALICE);
    write(field, 'Sent');
    const sent = { result: { current: field.result.current } };
    write(open(ALICE), 'Sent, and written on');

    let isOver = true;
    act(() => {
      isOver = sent.result.current.discard();
    });

    expect(isOver).toBe(false);
    const stored = open(ALICE).result.current;
    expect(stored.text).toBe('Sent, and written on');
    expect(stored.key).not.toBe(sent.result.current.key);
  });

  it('removes all drafts of an owner and no others', () => {
    write(open(ALICE), 'Half a sentence');
    write(open(BOB), 'Another');

    act(() => forgetFan(ALICE));

    expect(textOf(open(ALICE))).toBe('');
    expect(textOf(open(BOB))).toBe('Another');
  });

  it('restores the draft of its own tab, then that of a closed tab', async () => {
    const field = open(ALICE);
    write(field, 'Begun here');
    const [own = ''] = names();
    const theirs = { id: 'theirs', text: 'Begun there', key: 'k', at: Date.now() + 1 };
    writeElsewhere(own.replace(/[^:]*$/, 'theirs'), theirs);
    expect(textOf(field)).toBe('Begun here');

    const again = reopen(field, ALICE);
    expect(textOf(again)).toBe('Begun here');
    expect(discard(again)).toBe(true);

    expect(textOf(again)).toBe('');
    const next = reopen(again, ALICE);
    await waitFor(() => expect(textOf(next)).toBe('Begun there'));
  });

  it('does not overwrite new text with the draft of a closed tab', async () => {
    const field = open(ALICE);
    write(field, 'Left');
    sessionStorage.clear();
    const next = reopen(field, ALICE);
    write(next, 'Begun');

    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));

    expect(textOf(next)).toBe('Begun');
    expect(names()).toHaveLength(2);
  });

  it('sends no message to other tabs while rendering', () => {
    const left = { id: 'left', text: 'Left', key: 'k', at: Date.now() };
    writeElsewhere(`kickoff:draft:${ALICE}:post:left`, left);
    const post = jest.spyOn(BroadcastChannel.prototype, 'postMessage');
    const Suspended = lazy(() => new Promise<never>(() => undefined));
    const Field = () => useDraft(ALICE, 'post').text;

    render(
      <Suspense fallback="Loading">
        <Field />
        <Suspended />
      </Suspense>,
    );

    expect(post).not.toHaveBeenCalled();
    post.mockRestore();
  });

  it('preserves text written after sending on a page that has unmounted', () => {
    const left = open(ALICE);
    write(left, 'Sent');
    const field = reopen(left, ALICE);
    write(field, 'Sent, and written on');
    field.unmount();

    expect(discard(left)).toBe(false);

    expect(textOf(open(ALICE))).toBe('Sent, and written on');
  });

  it('applies changes of a duplicated tab to the draft', () => {
    const field = open(ALICE);
    write(field, 'Begun here');
    const [own = ''] = names();
    const { id, key } = field.result.current;

    const text = 'Begun here, written on there';
    writeElsewhere(own, { id, key, text, at: Date.now() });
    expect(textOf(field)).toBe(text);

    writeElsewhere(own, null);
    expect(textOf(field)).toBe('');
  });
});
