import type { MatchPage as MatchData } from '@kickoff/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServerState, startSession } from '@kickoff/web';
import { aLatestMatch, aLiveMatch, aMatch, aResult, aSummary, at, NOW } from '@kickoff/testing';
import { failure, fakeApi, json } from '@kickoff/testing/fake-api';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import MatchPage from './MatchPage';

const CALL = 'GET /api/football/matches/demo%3A1';

let api: ReturnType<typeof fakeApi>;

const answer = (facts: Partial<MatchData>) =>
  api.on(CALL, () =>
    json({
      ...aLatestMatch(aLiveMatch(), 'premier_league'),
      headToHead: [],
      form: { homeTeam: 'W,W', awayTeam: '' },
      ...facts,
    }),
  );

beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true, now: NOW });
  startSession('fan', 'token');
  api = fakeApi();
  api.on('GET /api/football/leagues', () => json([aSummary()]));
  answer({});
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () =>
  render(
    <ServerState of="fan">
      <MatchPage params={{ matchId: 'demo:1' }} />
    </ServerState>,
  );
const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('MatchPage', () => {
  it('shows both clubs as heading and links to their league', async () => {
    open();

    expect(
      await screen.findByRole('heading', { level: 1, name: 'Liverpool v Chelsea' }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Premier League' })).toHaveAttribute(
      'href',
      '/premier_league',
    );
    expect(document.title).toBe('Liverpool v Chelsea · KickOff');
  });

  it('shows the date and the provider', async () => {
    answer({ ...aMatch({ utcDate: at(0, 20) }) });
    open();

    expect(
      await screen.findByText(/Matchday 12, Saturday 21 November 2026, 20:00 \(.+\)/),
    ).toBeVisible();
    expect(await screen.findByText('Demo season 2026-27.')).toBeVisible();
  });

  it('shows that the score is delayed during the match', async () => {
    api.on('GET /api/football/leagues', () => json([aSummary({ delayed: true })]));
    open();

    expect(await screen.findByText('In play, delayed')).toBeVisible();
  });

  it('shows goals and cards with their minutes', async () => {
    answer({
      events: [
        {
          kind: 'goal',
          team: 'awayTeam',
          minute: 45,
          injuryTime: 2,
          player: { name: 'Ruben Valcke' },
          assist: { name: 'Idris Coulibaly' },
        },
        {
          kind: 'disallowed_goal',
          team: 'homeTeam',
          minute: 60,
          player: { name: 'Emil Norrgård' },
        },
        { kind: 'red_card', team: 'homeTeam', minute: 70, player: { name: 'Jari Salo' } },
      ],
    });
    open();

    const [goal, correction, card] = (await section('Goals and cards')).getAllByRole('listitem');
    expect(goal).toHaveTextContent("Ruben ValckeChelsea: Goal, assist by Idris Coulibaly45+2'");
    expect(correction).toHaveTextContent('Goal taken back after video review');
    expect(card).toHaveTextContent("Red card70'");
  });

  const aGoal = (name: string) =>
    ({ kind: 'goal', team: 'homeTeam', minute: 12, player: { name } }) as const;

  it.each<[string, [number, number], MatchData['events'], string | RegExp]>([
    ['that there is none', [0, 0], [], /^GoalsNo goals yet[.]$/],
    ['how many are still without a name', [2, 1], [aGoal('One')], 'told 1 of 3 goals'],
    ['that none is told yet', [1, 0], [], 'told 0 of 1 goals'],
    ['that there are too many', [1, 0], [aGoal('One'), aGoal('Two')], 'do not add up to the score'],
    ['nothing more where all are told', [1, 0], [aGoal('One')], /^GoalsLIOneLiverpool: Goal12'$/],
  ])('describes the goals as %s', async (_, goals, events = [], words) => {
    answer({ ...aLiveMatch({ goals }), events });
    open();

    expect(await screen.findByRole('region', { name: 'Goals' })).toHaveTextContent(words);
  });

  it('omits goals that the provider does not have', async () => {
    open();
    await section('Score');

    expect(screen.queryByRole('region', { name: /^Goals/ })).toBeNull();
  });

  it("shows both clubs' form and their earlier meetings", async () => {
    answer({ headToHead: [aResult({ id: 'before', goals: [0, 2], utcDate: at(-90, 15) })] });
    open();

    const [home, away] = (await section('Form')).getAllByRole('listitem');
    expect(home).toHaveTextContent('won, won');
    expect(away).toHaveTextContent('No match yet');
    expect(
      (await section('Head to head')).getByRole('link', { name: /Liverpool 0 ?to ?2 FT Chelsea/ }),
    ).toHaveAttribute('href', '/match/before');
  });

  it('shows the new score within half a minute and announces it', async () => {
    open();
    await section('Score');

    answer({ ...aLiveMatch({ goals: [1, 2], minute: 73 }) });
    await act(() => jest.advanceTimersByTimeAsync(30_000));

    expect(await (await section('Score')).findByText("73'")).toBeVisible();
    expect(screen.getByText('Liverpool 1, Chelsea 2, 73 minutes')).toHaveAttribute(
      'role',
      'status',
    );
  });

  it('shows that there is no such match, with a link', async () => {
    api.on(CALL, () => failure('Match not found', 404));
    open();

    expect(await screen.findByText('There is no such match.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore Leagues' })).toHaveAttribute('href', '/FL');
  });

  it('shows why it failed, and loads on Retry', async () => {
    api.on(CALL, () => failure('Something is wrong', 500));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Something is wrong');

    answer({});
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('region', { name: 'Score' })).toBeVisible();
  });
});
