import { beforeEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';

import { EMOJI, findEmoji } from './emoji';
import { EmojiButton } from './EmojiButton';

function TextBox({ isOnItsWay = false }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea
        aria-label="Text"
        ref={field}
        readOnly={isOnItsWay}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <EmojiButton field={field} text={text} onWrite={setText} />
    </>
  );
}
const text = () => screen.getByRole('textbox', { name: 'Text' });
const openPicker = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));
  return within(await screen.findByRole('dialog', { name: 'Emoji' }));
};
const shown = () =>
  within(screen.getByRole('group', { name: 'Emoji list' }))
    .queryAllByRole('button')
    .map((button) => button.textContent);

beforeEach(() => {
  window.localStorage.clear();
});

describe('EMOJI', () => {
  it('has about 170 unique emoji', () => {
    expect(EMOJI).toHaveLength(172);
    expect(new Set(EMOJI.map(({ character }) => character)).size).toBe(EMOJI.length);
    expect(new Set(EMOJI.map(({ name }) => name)).size).toBe(EMOJI.length);
  });

  it('is searched by prefixes of words', () => {
    expect(findEmoji('goa').map(({ name }) => name)).toContain('football');
    expect(findEmoji('red car').map(({ name }) => name)).toEqual(['red card']);
    expect(findEmoji('oal')).toEqual([]);
  });
});

describe('EmojiPicker', () => {
  it('inserts at the caret, closes and focuses the text', async () => {
    render(<TextBox />);
    await userEvent.type(text(), 'What a !');
    await userEvent.keyboard('{ArrowLeft}');
    const picker = await openPicker();

    await userEvent.click(picker.getByRole('button', { name: 'football' }));

    expect(text()).toHaveValue('What a ⚽!');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(text()).toHaveFocus();
    await userEvent.keyboard('?');
    expect(text()).toHaveValue('What a ⚽?!');
  });

  it('inserts nothing while the text is being sent', async () => {
    const { rerender } = render(<TextBox />);
    await userEvent.type(text(), 'Sent');
    const picker = await openPicker();
    rerender(<TextBox isOnItsWay />);

    await userEvent.click(picker.getByRole('button', { name: 'football' }));
    await userEvent.click(screen.getByRole('button', { name: 'Emoji' }));

    expect(text()).toHaveValue('Sent');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('works by keyboard only', async () => {
    render(<TextBox />);
    await openPicker();
    expect(screen.getByRole('searchbox', { name: 'Search emoji' })).toHaveFocus();

    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getByRole('button', { name: EMOJI[0]?.name ?? '' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    expect(screen.getByRole('button', { name: EMOJI[9]?.name ?? '' })).toHaveFocus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('button', { name: EMOJI.at(-1)?.name ?? '' })).toHaveFocus();
    await userEvent.keyboard('{Home}{Enter}');

    expect(text()).toHaveValue(EMOJI[0]?.character);
  });

  it('finds by words and inserts the first with Enter', async () => {
    render(<TextBox />);
    await openPicker();

    await userEvent.keyboard('trophy');
    expect(shown()).toEqual(['🏆']);
    await userEvent.keyboard('{Enter}');

    expect(text()).toHaveValue('🏆');
  });

  it('shows an empty state', async () => {
    render(<TextBox />);
    await openPicker();

    await userEvent.keyboard('zzz');

    expect(screen.getByText('No emoji found')).toBeVisible();
    expect(shown()).toEqual([]);
  });

  it('shows recently used emoji first', async () => {
    render(<TextBox />);
    const picker = await openPicker();
    await userEvent.click(picker.getByRole('button', { name: 'crown' }));

    await openPicker();

    expect(shown().slice(0, 2)).toEqual(['👑', EMOJI[0]?.character]);
    expect(shown()).toHaveLength(EMOJI.length);
  });

  it('closes on Escape and focuses its button', async () => {
    render(<TextBox />);
    await openPicker();

    await userEvent.keyboard('{Escape}');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Emoji' })).toHaveFocus();
  });
});
