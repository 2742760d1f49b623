import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { ShowMore } from './ShowMore';

/** A list of three pages; the second fails on its first fetch. */
function List() {
  const [parts, setParts] = useState(1);
  const [tries, setTries] = useState(0);
  const fetchNextPage = () => {
    setTries(tries + 1);
    if (tries > 0) setParts(parts + 1);
  };
  const list = {
    hasNextPage: parts < 3,
    isFetchingNextPage: false,
    isFetchNextPageError: tries === 1,
    fetchNextPage,
  };
  return (
    <main tabIndex={-1}>
      <p>{parts} of 3</p>
      <ShowMore of={list} label="Show more" failure="It broke" end={<p>That is all</p>} />
    </main>
  );
}
const press = (name: string) => {
  screen.getByRole('button', { name }).focus();
  return userEvent.keyboard('{Enter}');
};

describe('ShowMore', () => {
  it('loads page after page, retries after a failure and shows the end', async () => {
    render(<List />);

    await press('Show more');
    expect(screen.getByRole('alert').textContent).toContain('It broke');
    await press('Retry');
    expect(screen.getByText('2 of 3')).toBeTruthy();
    await press('Show more');

    expect(screen.getByText('3 of 3')).toBeTruthy();
    expect(screen.getByText('That is all')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('retains the focus when the focused button is replaced', async () => {
    render(<List />);
    const isHere = () => Boolean(document.activeElement?.closest('main > div'));

    await press('Show more');
    expect(isHere()).toBe(true);
    await press('Retry');
    expect(isHere()).toBe(true);
    await press('Show more');

    expect(isHere()).toBe(true);
  });
});
