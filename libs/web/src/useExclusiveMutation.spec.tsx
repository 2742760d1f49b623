import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';

import { ServerState } from './server-state';
import { useExclusiveMutation } from './useExclusiveMutation';

/** A form whose requests the test rejects. */
function aForm() {
  const requests: { refuse: (reason: Error) => void }[] = [];
  function Form() {
    const { mutate, reset, isPending, error } = useExclusiveMutation({
      mutationFn: () => new Promise((_, refuse) => requests.push({ refuse })),
    });
    return (
      <>
        <button aria-busy={isPending} onClick={() => mutate()}>
          Send
        </button>
        <button onClick={reset}>Reset</button>
        <p>{error?.message}</p>
      </>
    );
  }
  render(
    <ServerState of="fan">
      <Form />
    </ServerState>,
  );
  return requests;
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const findSend = (busy: boolean) => screen.findByRole('button', { name: 'Send', busy });

it('useExclusiveMutation sends once for two presses before the next frame', async () => {
  const requests = aForm();

  press('Send');
  press('Send');

  await findSend(true);
  expect(requests).toHaveLength(1);
});

it('useExclusiveMutation sends again after an error and hides that error', async () => {
  const requests = aForm();
  press('Send');
  await findSend(true);
  requests[0]?.refuse(new Error('It broke'));
  await screen.findByText('It broke');

  press('Send');

  await findSend(true);
  expect(requests).toHaveLength(2);
  expect(screen.queryByText('It broke')).toBeNull();
});

it('useExclusiveMutation stays pending when it is reset during a request', async () => {
  const requests = aForm();
  press('Send');
  await findSend(true);

  press('Reset');
  press('Send');

  expect(await findSend(true)).toBeTruthy();
  expect(requests).toHaveLength(1);
});
