import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';

import { type Toast, ToastRegion } from './ToastRegion';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

type Listener = (toast: Toast) => void;
let added: Listener;
let removed: Listener;
function subscribe(onAdd: Listener, onRemove: Listener) {
  added = onAdd;
  removed = onRemove;
  return () => undefined;
}

function raise(kind: 'ok' | 'error', text: string, undo?: () => void): () => void {
  const toast = { kind, text, ...(undo ? { undo } : {}) };
  act(() => added(toast));
  return () => act(() => removed(toast));
}
const later = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('ToastRegion', () => {
  it('calls undo once and removes the toast', () => {
    const undo = jest.fn();
    render(<ToastRegion subscribe={subscribe} />);

    raise('ok', 'Post removed', undo);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));

    expect(undo).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows a success with an undo for ten seconds', () => {
    render(<ToastRegion subscribe={subscribe} />);

    raise('ok', 'Post removed', () => undefined);
    later(9_900);
    expect(screen.getByRole('status')).toHaveTextContent('Post removed');
    later(200);

    expect(screen.queryByRole('status')).toBeNull();
  });

  it('removes a success after five seconds', () => {
    render(<ToastRegion subscribe={subscribe} />);

    raise('ok', 'Registration successful');
    expect(screen.getByRole('status')).toHaveTextContent('Registration successful');
    later(5_000);

    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows a success as long as the pointer is on it', () => {
    render(<ToastRegion subscribe={subscribe} />);
    raise('ok', 'Registration successful');

    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages' }));
    later(60_000);
    expect(screen.getByRole('status')).toBeVisible();

    fireEvent.mouseLeave(screen.getByRole('region', { name: 'Messages' }));
    later(5_000);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows an error until it is dismissed', () => {
    render(<ToastRegion subscribe={subscribe} />);
    raise('error', 'Failed to fetch posts');

    later(60_000);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch posts');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));

    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('removes a success after an error was dismissed under the pointer', () => {
    render(<ToastRegion subscribe={subscribe} />);
    raise('error', 'Failed to fetch posts');
    raise('ok', 'Registration successful');

    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss message' })[0] ?? document.body);
    later(5_000);

    expect(screen.queryByRole('status')).toBeNull();
  });

  it('removes a success after an error was withdrawn under the pointer', () => {
    render(<ToastRegion subscribe={subscribe} />);
    const withdraw = raise('error', 'Failed to fetch posts');
    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages' }));

    withdraw();
    raise('ok', 'Registration successful');
    later(5_000);

    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each(['Dismiss message', 'Undo'])('focuses what had the focus before, by %s', (name) => {
    render(
      <>
        <button type="button">Options</button>
        <ToastRegion subscribe={subscribe} />
      </>,
    );
    screen.getByRole('button', { name: 'Options' }).focus();
    raise('ok', 'Post removed', () => undefined);
    screen.getByRole('button', { name }).focus();

    fireEvent.click(screen.getByRole('button', { name }));

    expect(screen.getByRole('button', { name: 'Options' })).toHaveFocus();
  });

  it('focuses the page when what had the focus before is gone', () => {
    const page = (rest: ReactNode) => (
      <>
        <main id="main" tabIndex={-1}>
          {rest}
        </main>
        <ToastRegion subscribe={subscribe} />
      </>
    );
    const { rerender } = render(page(<button type="button">Options</button>));
    screen.getByRole('button', { name: 'Options' }).focus();
    raise('error', 'Failed to fetch posts');
    rerender(page(null));
    screen.getByRole('button', { name: 'Dismiss message' }).focus();

    fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));

    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('removes only the withdrawn toast of two equal ones', () => {
    render(<ToastRegion subscribe={subscribe} />);
    const withdraw = raise('error', 'Invalid email or password');
    raise('error', 'Invalid email or password');

    withdraw();

    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('shows at most three toasts', () => {
    render(<ToastRegion subscribe={subscribe} />);

    for (const text of ['one', 'two', 'three', 'four']) raise('error', text);

    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'two',
      'three',
      'four',
    ]);
  });
});
