import { fakeApi } from '@kickoff/testing/fake-api';
import { forgetSession, goTo, replaceAddress, startSession } from '@kickoff/web';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';

import { App } from './App';
import { aRemote, installLive } from './test/remote-list';

const scrollTo = jest.fn();

beforeEach(() => {
  window.localStorage.clear();
  history.replaceState(null, '');
  window.scrollTo = scrollTo;
  installLive();
  replaceAddress('/terms');
});
afterEach(() => {
  jest.clearAllMocks();
  jest.restoreAllMocks();
});

const heading = (name: RegExp) => screen.findByRole('heading', { level: 1, name });

const quiz = aRemote('quiz', {
  pages: { Quiz: { paths: ['/quiz'], audience: 'fan', title: 'Quiz' } },
});

describe('App', () => {
  it('removes a private page from the screen as soon as its session ends', async () => {
    fakeApi();
    installLive(quiz);
    startSession('fan', 'token');
    replaceAddress('/quiz');
    render(<App />);
    await screen.findByRole('banner');

    act(() => forgetSession('fan'));

    expect(screen.queryByRole('banner')).toBeNull();
  });

  it('scrolls to the top on the first visit of a page and not when going back', async () => {
    render(<App />);
    await heading(/terms/i);
    expect(scrollTo).not.toHaveBeenCalled();

    act(() => goTo('/forgot'));
    await heading(/password/i);
    expect(scrollTo).toHaveBeenCalledWith(0, 0);

    scrollTo.mockClear();
    act(() => history.back());
    await heading(/terms/i);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('does not scroll to the top when going back to a page whose query was replaced', async () => {
    render(<App />);
    await heading(/terms/i);
    act(() => replaceAddress('/terms?part=2'));
    act(() => goTo('/forgot'));
    await heading(/password/i);
    scrollTo.mockClear();

    act(() => history.back());
    await heading(/terms/i);

    expect(scrollTo).not.toHaveBeenCalled();
  });

  it('scrolls to the top of a page that replaces another', async () => {
    render(<App />);
    await heading(/terms/i);

    act(() => replaceAddress('/forgot'));
    await heading(/password/i);

    expect(scrollTo).toHaveBeenCalledWith(0, 0);
  });
});
