import { beforeEach, describe, expect, it } from '@jest/globals';

import { keptTheme, wearTheme } from './theme';

const worn = () => document.documentElement.getAttribute('data-theme');

beforeEach(() => {
  wearTheme('system');
});

describe('theme', () => {
  it.each(['light', 'dark'] as const)('%s is applied and stored for the next load', (theme) => {
    wearTheme(theme);

    expect(worn()).toBe(theme);
    expect(keptTheme()).toBe(theme);
  });

  it('follows the system for the value system', () => {
    wearTheme('dark');

    wearTheme('system');

    expect(worn()).toBeNull();
    expect(keptTheme()).toBe('system');
  });

  it('ignores an unknown value', () => {
    document.cookie = 'kickoff_theme=pink"';

    expect(keptTheme()).toBe('system');
  });
});
