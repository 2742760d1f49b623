import type { CSSProperties } from 'react';

/** Relative luminance of `#rrggbb`, which differs from that of WCAG 2 by less than 0.01. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (start) => (Number.parseInt(color.slice(start, start + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Up to this luminance white text has a contrast of at least 4.5:1. */
const DARK_LUMINANCE = 0.17;
/** Up to this one, that of many red shirts, it has if the colour is a little darker. */
const DARKENED_LUMINANCE = 0.22;

/** Returns a club's colours as `--c1` and `--c2`, and that of text on the first as `--ct`. */
export function clubColors([main, chief]: readonly [string, string]): CSSProperties {
  const luminance = luminanceOf(main);
  const isDark = luminance < DARKENED_LUMINANCE;
  return {
    '--c1': isDark && luminance > DARK_LUMINANCE ? `color-mix(in srgb,${main},#000 10%)` : main,
    '--c2': chief,
    '--ct': isDark ? '#fff' : '#000',
  };
}
