import type { RemoteStatus } from '@kickoff/contracts';
import { failure, fakeApi, json, later } from '@kickoff/testing/fake-api';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { openAt } from '../test/open';
import { aRemoteStatus } from '../test/rows';
import MicroFrontendsPage from './MicroFrontendsPage';

const REMOTES = 'GET /api/admin/remotes';
const ROLL_BACK = 'POST /api/admin/remotes/fan/rollback';
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  api = fakeApi();
});
afterEach(() => {
  jest.restoreAllMocks();
});

function open(...remotes: RemoteStatus[]) {
  api.on(REMOTES, () => json(remotes));
  openAt('/micro-frontends', <MicroFrontendsPage />);
}
const row = async (name: string) => within(await screen.findByRole('row', { name: RegExp(name) }));

async function confirmRollBack() {
  await userEvent.click((await row('fan')).getByRole('button', { name: 'Roll back fan' }));
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Roll back' }),
  );
}

describe('MicroFrontendsPage', () => {
  it('shows version, origin, ranges, size and failures', async () => {
    open(
      aRemoteStatus({
        name: 'fan',
        version: '1.4.0',
        build: '3f2a91bc',
        ranges: { '@kickoff/web': '^2.0.0', react: '^19.0.0' },
        bytes: 61_499,
        failures: { load: 2, render: 1_200 },
      }),
      aRemoteStatus({ name: 'leagues', origin: 'https://leagues.example.org' }),
    );

    const fan = await row('fan');
    expect(fan.getByText('this server')).toBeVisible();
    expect(fan.getByText('Live')).toBeVisible();
    expect(fan.getByText('1.4.0 (3f2a91bc)')).toBeVisible();
    expect(fan.getByText('@kickoff/web ^2.0.0')).toBeVisible();
    expect(fan.getByText('61 kB')).toBeVisible();
    expect(fan.getByText('2 loading, 1,200 drawing')).toBeVisible();
    expect((await row('leagues')).getByText('https://leagues.example.org')).toBeVisible();
  });

  it('shows why a remote is not live', async () => {
    const problem = "'fan' needs @kickoff/web ^3.0.0, the shell provides 2.0.0.";
    open(aRemoteStatus({ name: 'fan', state: 'unfit', problem }));

    const fan = await row('fan');
    expect(fan.getByText('Unfit')).toBeVisible();
    expect(fan.getByText(problem, { exact: false })).toBeVisible();
  });

  it('lists recent errors on request', async () => {
    const at = '2026-11-21T12:00:00.000Z';
    const recent = [{ at, version: '1.3.9', kind: 'load', message: 'Error: It is gone' } as const];
    open(aRemoteStatus({ name: 'fan', recent }));
    const fan = await row('fan');
    expect(fan.getByText('Error: It is gone')).not.toBeVisible();

    await userEvent.click(fan.getByText('1 recent error'));

    expect(fan.getByText('Error: It is gone')).toBeVisible();
    expect(fan.getByText(/Loading failed, 1\.3\.9/)).toBeVisible();
  });

  it('rolls back after confirmation and shows the live version', async () => {
    const before = { version: '1.3.0', build: '11111111' };
    const fan = aRemoteStatus({ name: 'fan', version: '1.4.0', build: '22222222' });
    const rolledBack = { ...fan, ...before, previous: { version: '1.4.0', build: '22222222' } };
    api.on(ROLL_BACK, () => {
      api.on(REMOTES, () => json([rolledBack]));
      return json(rolledBack);
    });
    open({ ...fan, previous: before });

    await confirmRollBack();

    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.sent(ROLL_BACK)).toHaveLength(1);
    const version = (await row('fan')).getAllByRole('cell')[1];
    expect(version).toHaveTextContent('1.3.0 (11111111)');
  });

  it('shows in the dialog why a rollback was rejected', async () => {
    const refusal = "Not rolled back: 'fan' needs @kickoff/web ^1.4.0, the shell provides 2.0.0.";
    api.on(ROLL_BACK, () => failure(refusal, 409));
    open(aRemoteStatus({ name: 'fan', previous: { version: '0.9.0', build: '11111111' } }));

    await confirmRollBack();

    const dialog = screen.getByRole('alertdialog');
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(refusal);
  });

  it('does not roll back what was rolled back meanwhile, which would revert it', async () => {
    const before = { version: '1.3.0', build: '11111111' };
    const fan = aRemoteStatus({ name: 'fan', version: '1.4.0', build: '22222222' });
    api.on(ROLL_BACK, () => failure('It broke', 500));
    open({ ...fan, previous: before });
    await confirmRollBack();
    const dialog = within(screen.getByRole('alertdialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('It broke');
    // The response was lost, or another admin was faster.
    api.on(REMOTES, () => json([{ ...fan, ...before }]));

    await userEvent.click(dialog.getByRole('button', { name: 'Roll back' }));

    expect(await dialog.findByText(/^fan 1\.3\.0 \(11111111\) is live by now\./)).toBeVisible();
    expect(api.sent(ROLL_BACK)).toHaveLength(1);
    expect((await row('fan')).getByText('1.3.0 (11111111)')).toBeInTheDocument();
  });

  it('offers no rollback without a previous version', async () => {
    open(aRemoteStatus({ name: 'fan' }));

    expect((await row('fan')).queryByRole('button')).toBeNull();
  });

  it('shows a loading state, then an empty state', async () => {
    const answer = later(() => json([]));
    api.on(REMOTES, answer.answer);
    openAt('/micro-frontends', <MicroFrontendsPage />);
    expect(await screen.findByText('Loading...')).toBeInTheDocument();

    answer.arrive();

    expect(await screen.findByText('Nothing is live')).toBeVisible();
  });

  it('shows why the list failed, and loads it on Retry', async () => {
    api.on(REMOTES, () => failure('It broke', 500));
    openAt('/micro-frontends', <MicroFrontendsPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('It broke');

    api.on(REMOTES, () => json([aRemoteStatus({ name: 'fan' })]));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await row('fan')).toBeDefined();
  });
});
