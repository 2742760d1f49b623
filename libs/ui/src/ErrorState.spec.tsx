import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { ErrorState } from './ErrorState';

function Part() {
  const [hasFailed, setFailed] = useState(true);
  return hasFailed ? <ErrorState text="It broke" onRetry={() => setFailed(false)} /> : <p>There</p>;
}

describe('ErrorState', () => {
  it('moves the focus to the surrounding element when the retry succeeds', async () => {
    render(
      <main tabIndex={-1}>
        <Part />
      </main>,
    );

    screen.getByRole('button', { name: 'Retry' }).focus();
    await userEvent.keyboard('{Enter}');

    expect(screen.getByText('There')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('does not take the focus from another element', async () => {
    render(
      <main tabIndex={-1}>
        <input aria-label="Elsewhere" />
        <Part />
      </main>,
    );
    const retry = screen.getByRole('button', { name: 'Retry' });
    retry.addEventListener('click', () => screen.getByLabelText('Elsewhere').focus());

    await userEvent.click(retry);

    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
  });
});
