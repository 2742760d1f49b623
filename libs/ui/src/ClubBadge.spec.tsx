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

describe('ClubBadge', () => {
  it('has a text contrast of at least 4.5:1 on every colour', () => {
    const steps = ['00', '59', '80', 'B3', 'FF'];
    const colors = steps.flatMap((red) =>
      steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)),
    );

    const worst = colors.map((color) => {
      const { container, unmount } = render(
        <ClubBadge club={{ tla: 'ABC', colors: [color, '#FFFFFF'] }} />,
      );
      const text = container.querySelector<HTMLElement>('.ko-club')?.style.getPropertyValue('--ct');
      unmount();
      return contrast(color, text === '#000' ? '#000000' : '#FFFFFF');
    });

    expect(Math.min(...worst)).toBeGreaterThanOrEqual(4.5);
  });
});
