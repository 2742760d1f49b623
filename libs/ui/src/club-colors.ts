import type { CSSProperties } from 'react';

/** Relative luminance of `#rrggbb`, as WCAG 2 defines it. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Above this luminance black text has more contrast; at it, both have at least 4.5:1. */
const EVEN_LUMINANCE = 0.179;

/** Returns a club's colours as `--c1` and `--c2`, and that of text on the first as `--ct`. */
export function clubColors([main, chief]: readonly [string, string]): CSSProperties {
  return {
    '--c1': main,
    '--c2': chief,
    '--ct': luminanceOf(main) > EVEN_LUMINANCE ? '#000' : '#fff',
  };
}
