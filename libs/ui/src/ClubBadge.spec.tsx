import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';

import { ClubBadge } from './ClubBadge';

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.slice(1).match(/../g) ?? []).map((pair) => {
    const share = parseInt(pair, 16) / 255;
    return share > 0.04045 ? Math.pow((share + 0.055) / 1.055, 2.4) : share / 12.92;
  });
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the colour of the shield and that of its text, as `#rrggbb`. */
function drawn(color: string): [string, string] {
  const { container, unmount } = render(
    <ClubBadge club={{ tla: 'ABC', colors: [color, '#FFFFFF'] }} />,
  );
  const style = container.querySelector<HTMLElement>('.ko-club')?.style;
  const field = style?.getPropertyValue('--c1') ?? '';
  const text = style?.getPropertyValue('--ct') === '#000' ? '#000000' : '#FFFFFF';
  unmount();
  const black = Number(/^color-mix\(in srgb,#\w{6},#000 (\d+)%\)$/.exec(field)?.[1] ?? 0);
  const channels = (color.slice(1).match(/../g) ?? []).map((pair) =>
    Math.round(parseInt(pair, 16) * (1 - black / 100))
      .toString(16)
      .padStart(2, '0'),
  );
  return [`#${channels.join('')}`, text];
}

describe('ClubBadge', () => {
  it('has a text contrast of at least 4.5:1 on every colour', () => {
    const steps = ['00', '40', '59', '80', '95', 'B3', 'E0', 'FF'];
    const colors = steps.flatMap((red) =>
      steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
    );

    const worst = colors.map((color) => contrast(...drawn(color)));

    expect(Math.min(...worst)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['#EF0107', '#EB172B', '#FB090B', '#ED1C24'])('has white text on the red %s', (red) => {
    const [field, text] = drawn(red);

    expect(text).toBe('#FFFFFF');
    expect(contrast(field, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
  });
});
