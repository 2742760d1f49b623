import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { useMomentTitle } from './useMomentTitle';

function Age() {
  return (
    <a href="#post" {...useMomentTitle('2026-11-21T17:40:00')}>
      3 h
    </a>
  );
}

it('useMomentTitle shows the exact time only on hover', async () => {
  render(<Age />);
  const age = screen.getByText('3 h');
  const before = age.title;

  await userEvent.hover(age);

  expect([before, age.title]).toEqual(['', '21 Nov 2026, 17:40']);
});

it('useMomentTitle shows the exact time on keyboard focus', async () => {
  render(<Age />);

  await userEvent.tab();

  expect(screen.getByText('3 h').title).toBe('21 Nov 2026, 17:40');
});
