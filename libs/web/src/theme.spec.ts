import { beforeEach, describe, expect, it } from '@jest/globals';

import { keptTheme, wearTheme } from './theme';

const worn = () => document.documentElement.getAttribute('data-theme');

beforeEach(() => {
  wearTheme('system');
});

describe('a theme', () => {
  it.each(['light', 'dark'] as const)('%s is worn and kept for the next load', (theme) => {
    wearTheme(theme);

    expect(worn()).toBe(theme);
    expect(keptTheme()).toBe(theme);
  });

  it("that is the system's leaves the choice to the device", () => {
    wearTheme('dark');

    wearTheme('system');

    expect(worn()).toBeNull();
    expect(keptTheme()).toBe('system');
  });

  it('that nobody knows is not worn', () => {
    document.cookie = 'kickoff_theme=pink"';

    expect(keptTheme()).toBe('system');
  });
});
