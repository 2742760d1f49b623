import { beforeEach, describe, expect, it } from '@jest/globals';

import { keptTheme, wearTheme } from './theme';

const appliedTheme = () => document.documentElement.getAttribute('data-theme');

beforeEach(() => {
  wearTheme('system');
});

describe('Theme', () => {
  it.each(['light', 'dark'] as const)('applies %s and stores it for the next load', (theme) => {
    wearTheme(theme);

    expect(appliedTheme()).toBe(theme);
    expect(keptTheme()).toBe(theme);
  });

  it('sets no theme attribute for the value system', () => {
    wearTheme('dark');

    wearTheme('system');

    expect(appliedTheme()).toBeNull();
    expect(keptTheme()).toBe('system');
  });

  it('ignores an unknown value', () => {
    document.cookie = 'kickoff_theme=pink"';

    expect(keptTheme()).toBe('system');
  });
});
