import { Shield, type Team, type Viewpoint } from '@kickoff/contracts';
import { aLatestMatch, aMatch, aTeam } from '@kickoff/testing';
import { failure, type fakeApi, json } from '@kickoff/testing/fake-api';
import { fakeLive } from '@kickoff/testing/fake-live';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import {
  openSettings,
  part,
  serveSettings,
  SHIELD,
  TEAMS,
  VIEWPOINTS,
} from '../test/settings-page';

const PUT = 'PUT /api/user/shield';
const PUT_VIEWPOINT = 'PUT /api/user/viewpoints/demo%3A1';
const girona: Team = { ...aTeam('Girona'), leagues: ['la_liga'] };

let server: ReturnType<typeof fakeApi>;
let stored: Shield;
let viewpoints: Viewpoint[];

beforeEach(() => {
  fakeLive();
  server = serveSettings();
  stored = {};
  viewpoints = [{ matchId: 'demo:1', mode: 'delayed', seconds: 45 }];
  server.on(SHIELD, () => json(stored));
  server.on(PUT, ({ body }) => {
    return json((stored = Shield.parse(body)));
  });
  server.on(TEAMS, () => json([girona]));
  server.on(VIEWPOINTS, () => json(viewpoints));
  server.on('GET /api/football/matches/demo%3A1', () =>
    json({
      ...aLatestMatch(aMatch({ id: 'demo:1' }), 'premier_league'),
      headToHead: [],
      form: { homeTeam: '', awayTeam: '' },
    }),
  );
  server.on(PUT_VIEWPOINT, () => {
    viewpoints = [];
    return json({ matchId: 'demo:1', mode: 'live' });
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const section = () => part('Spoiler shield');
const tick = async (name: string) =>
  userEvent.click(await section().findByRole('checkbox', { name }));
const sent = () => server.sent(PUT).map(({ body }) => body);

describe('ShieldChoices', () => {
  it("hides all matches and shows 'Saved'", async () => {
    openSettings();

    await tick('All matches');

    expect(await section().findByText('Saved')).toBeVisible();
    expect(section().getByRole('checkbox', { name: 'All matches' })).toBeChecked();
    expect(sent()).toEqual([{ all: true }]);
  });

  it("shows 'Saved' at the part that was changed", async () => {
    openSettings();
    await section().findByRole('checkbox', { name: 'premier league' });
    const leagues = within(section().getByRole('group', { name: 'Leagues' }));

    await tick('premier league');
    expect(await leagues.findByText('Saved')).toBeVisible();
    await tick('All matches');

    await waitFor(() => expect(leagues.queryByText('Saved')).toBeNull());
    expect(await section().findByText('Saved')).toBeVisible();
  });

  it('broadcasts an invalidation of the shield to other tabs', async () => {
    const received: unknown[] = [];
    const otherTab = new BroadcastChannel('kickoff-stale-fan');
    otherTab.addEventListener('message', ({ data }) => received.push(data));
    openSettings();

    await tick('All matches');

    await waitFor(() => expect(received.flat()).toContainEqual(['shield']));
    otherTab.close();
  });

  it('sends each change together with earlier choices', async () => {
    openSettings();

    await tick('premier league');
    await tick('serie a');
    await tick('premier league');

    await section().findByText('Saved');
    expect(sent()).toEqual([
      { leagues: ['premier_league'] },
      { leagues: ['premier_league', 'serie_a'] },
      { leagues: ['serie_a'] },
    ]);
  });

  it('adds a team and ends when the last team is removed', async () => {
    openSettings();
    await section().findByRole('option', { name: 'Girona' });

    await userEvent.selectOptions(section().getByLabelText('Teams'), 'Girona');
    expect(sent()).toEqual([]);
    await userEvent.click(section().getByRole('button', { name: 'Add the team' }));
    await section().findByText('Saved');
    await userEvent.click(section().getByRole('button', { name: 'Remove Girona' }));

    await waitFor(() => expect(sent()).toEqual([{ teams: ['girona'] }, {}]));
    expect(section().getByRole('group', { name: 'Hidden matches' })).toHaveFocus();
  });

  it('shows the end of a shield after a chosen duration', async () => {
    stored = { all: true };
    openSettings();

    await userEvent.selectOptions(await section().findByLabelText('For how long'), '24 hours');

    expect(await section().findByRole('option', { name: /^Until .+ 20\d\d/ })).toBeVisible();
    const day = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
    expect(sent()).toEqual([{ all: true, until: expect.stringMatching(day) }]);
  });

  it('reverts to the stored choice with the reason when the server fails', async () => {
    server.on(PUT, () => failure('It broke', 500));
    openSettings();

    await tick('All matches');

    expect(await section().findByRole('alert')).toHaveTextContent('It broke');
    expect(section().getByRole('checkbox', { name: 'All matches' })).not.toBeChecked();
    expect(section().queryByText('Saved')).toBeNull();
  });

  it('loads on Retry', async () => {
    server.on(SHIELD, () => failure('It broke', 500));
    openSettings();
    await section().findByText('Your hidden matches did not load.');

    server.on(SHIELD, () => json({ all: true }));
    await userEvent.click(section().getByRole('button', { name: 'Retry' }));

    expect(await section().findByRole('checkbox', { name: 'All matches' })).toBeChecked();
  });
});

describe('ViewpointList', () => {
  it('lists matches that are not live and returns one to live', async () => {
    openSettings();
    expect(await section().findByRole('link', { name: 'Liverpool v Chelsea' })).toHaveAttribute(
      'href',
      '/match/demo%3A1',
    );
    expect(section().getByText('Behind by 45 s')).toBeVisible();

    await userEvent.click(
      section().getByRole('button', { name: 'Back to live Liverpool v Chelsea' }),
    );

    expect(await section().findByText('You see all other matches live.')).toBeVisible();
    expect(server.sent(PUT_VIEWPOINT).map(({ body }) => body)).toEqual([{ mode: 'live' }]);
    expect(section().getByRole('group', { name: 'Matches not live' })).toHaveFocus();
  });

  it('leaves the focus in the list when all matches are shown', async () => {
    viewpoints = Array.from({ length: 11 }, (_, at) => ({
      ...{ matchId: `demo:${at}`, mode: 'delayed', seconds: at + 5 },
    }));
    openSettings();

    await userEvent.click(await section().findByRole('button', { name: 'Show more' }));

    expect(section().getByText('Behind by 15 s')).toBeVisible();
    expect(section().getByRole('group', { name: 'Matches not live' })).toHaveFocus();
  });

  it('shows the reason and the match when returning it to live fails', async () => {
    server.on(PUT_VIEWPOINT, () => failure('It broke', 500));
    openSettings();

    await userEvent.click(
      await section().findByRole('button', { name: 'Back to live Liverpool v Chelsea' }),
    );

    expect(await section().findByRole('alert')).toHaveTextContent('It broke');
    expect(section().getByText('Behind by 45 s')).toBeVisible();
  });
});
