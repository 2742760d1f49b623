import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { Overlay } from './Overlay';

/** A page with a dialog that focuses its text, and whose opener may be removed. */
function Page({ keepsOpener }: { keepsOpener: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const close = () => {
    setOpen(false);
    setDone(!keepsOpener);
  };
  return (
    <main tabIndex={-1}>
      {isDone ? null : <button onClick={() => setOpen(true)}>More</button>}
      {isOpen ? (
        <Overlay aria-label="Report" onLeave={close}>
          <textarea autoFocus aria-label="Reason" />
          <button onClick={close}>Cancel</button>
        </Overlay>
      ) : null}
    </main>
  );
}

describe('Overlay', () => {
  it('returns the focus to its opener on unmount', async () => {
    render(<Page keepsOpener />);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'));

    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' }));
  });

  it('focuses the element around the opener when the opener was removed', async () => {
    render(<Page keepsOpener={false} />);
    await userEvent.click(screen.getByRole('button', { name: 'More' }));

    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));

    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('focuses the element around the opener when the opener is removed after it has closed', async () => {
    function List() {
      const [isOpen, setOpen] = useState(false);
      const [isDone, setDone] = useState(false);
      const remove = () => {
        setOpen(false);
        setTimeout(() => setDone(true));
      };
      return (
        <main tabIndex={-1}>
          {isDone ? null : <button onClick={() => setOpen(true)}>Delete</button>}
          {isOpen ? (
            <Overlay aria-label="Delete?" onLeave={remove}>
              <button onClick={remove}>Yes</button>
            </Overlay>
          ) : null}
        </main>
      );
    }
    render(<List />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));

    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));

    await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('leaves the focus inside while it is open', () => {
    jest.useFakeTimers();
    render(<Page keepsOpener />);
    const more = screen.getByRole('button', { name: 'More' });
    more.focus();
    fireEvent.click(more);

    act(() => jest.advanceTimersByTime(1_000));

    expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
    jest.useRealTimers();
  });

  it('stays open on a second Escape while it is busy', () => {
    render(
      <Overlay aria-label="Sending" onLeave={() => undefined}>
        <p>On its way</p>
      </Overlay>,
    );
    const overlay = screen.getByRole<HTMLDialogElement>('dialog');

    overlay.close();
    fireEvent(overlay, new Event('close'));

    expect(overlay.open).toBe(true);
  });
});
