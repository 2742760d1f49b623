import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { raiseToast } from '@kickoff/web';
import { act, fireEvent, render, screen } from '@testing-library/react';

import { ToastRegion } from './ToastRegion';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function raise(kind: 'ok' | 'error', text: string): () => void {
  let takeBack: () => void = () => undefined;
  act(() => {
    takeBack = raiseToast({ kind, text });
  });
  return () => act(takeBack);
}
const later = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('the messages over the page', () => {
  it('let a success leave after five seconds', () => {
    render(<ToastRegion />);

    raise('ok', 'Registration successful');
    expect(screen.getByRole('status')).toHaveTextContent('Registration successful');
    later(5_000);

    expect(screen.queryByRole('status')).toBeNull();
  });

  it('keep a success while a person reads it', () => {
    render(<ToastRegion />);
    raise('ok', 'Registration successful');

    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages' }));
    later(60_000);
    expect(screen.getByRole('status')).toBeVisible();

    fireEvent.mouseLeave(screen.getByRole('region', { name: 'Messages' }));
    later(5_000);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('keep an error until it is dismissed', () => {
    render(<ToastRegion />);
    raise('error', 'Failed to fetch posts');

    later(60_000);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch posts');
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss message' }));

    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('let a success leave after an error was dismissed under the pointer', () => {
    render(<ToastRegion />);
    raise('error', 'Failed to fetch posts');
    raise('ok', 'Registration successful');

    fireEvent.mouseEnter(screen.getByRole('region', { name: 'Messages' }));
    fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss message' })[0] ?? document.body);
    later(5_000);

    expect(screen.queryByRole('status')).toBeNull();
  });

  it('take back the one that is no longer true, and only that one', () => {
    render(<ToastRegion />);
    const takeBack = raise('error', 'Invalid email or password');
    raise('error', 'Invalid email or password');

    takeBack();

    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('are three at most', () => {
    render(<ToastRegion />);

    for (const text of ['one', 'two', 'three', 'four']) raise('error', text);

    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'two',
      'three',
      'four',
    ]);
  });
});
