import type { MatchPage as MatchData } from '@kickoff/contracts';
import { aLeague, aLiveMatch, aMatch, aResult, aRow, at } from '@kickoff/testing';
import { json } from '@kickoff/testing/fake-api';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';

import { openMatch, section, serveMatch } from '../test/match-page';

const server = serveMatch();

describe('The goals of MatchPage', () => {
  it('shows goals and cards with their minutes', async () => {
    server.answer({
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
    openMatch();

    const [goal, correction, card] = (await section('Goals and cards')).getAllByRole('listitem');
    expect(goal).toHaveTextContent("45+2'Ruben ValckeChelsea: Goal, assist by Idris Coulibaly");
    expect(correction).toHaveTextContent('Goal cancelled after video review');
    expect(card).toHaveTextContent("70'Jari SaloLiverpool: Red card");
  });

  const aGoal = (name: string) =>
    ({ kind: 'goal', team: 'homeTeam', minute: 12, player: { name } }) as const;

  it.each<[string, [number, number], MatchData['events'], string | RegExp]>([
    ['that there is none', [0, 0], [], /^GoalsNo goals yet[.]$/],
    ['how many are still without a name', [2, 1], [aGoal('One')], 'named 1 of 3 goals'],
    ['that none is named yet', [1, 0], [], 'named 0 of 1 goals'],
    ['that there are too many', [1, 0], [aGoal('One'), aGoal('Two')], 'do not add up to the score'],
    ['nothing more where all are named', [1, 0], [aGoal('One')], /^Goals12'OneLiverpool: Goal$/],
  ])('describes the goals as %s', async (_, goals, events = [], words) => {
    server.answer({ ...aLiveMatch({ goals }), events });
    openMatch();

    expect(await screen.findByRole('region', { name: 'Goals' })).toHaveTextContent(words);
  });

  it('separates the halves by the score at half-time', async () => {
    const late = {
      kind: 'penalty',
      team: 'awayTeam',
      minute: 80,
      player: { name: 'Late' },
    } as const;
    const { score, ...facts } = aResult({ goals: [1, 1] });
    server.answer({
      ...facts,
      score: { ...score, halfTime: { homeTeam: 1, awayTeam: 0 } },
      events: [aGoal('Early'), late],
    });
    openMatch();

    const items = (await section('Goals')).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      "12'EarlyLiverpool: Goal",
      'Half-time 1–0',
      "80'LateChelsea: Penalty",
    ]);
  });

  it('shows that a match ended without a goal', async () => {
    server.answer({ ...aResult({ goals: [0, 0] }), events: [] });
    openMatch();

    expect((await section('Goals')).getByText('It ended without a goal.')).toBeVisible();
  });

  it('shows a hidden match as in play without goals', async () => {
    server.answer({
      ...aMatch({ status: 'IN_PLAY', utcDate: at(0, 13) }),
      shielded: true,
      viewpoint: { matchId: 'demo:1', mode: 'hidden' },
      events: [],
    });
    server.on('GET /api/football?league=premier_league', () =>
      json(
        aLeague({
          standings: [
            { type: 'TOTAL', table: [aRow('Liverpool'), aRow('Chelsea')], hiddenResults: 2 },
          ],
        }),
      ),
    );
    openMatch();

    const board = await section('Score');
    expect(board.getByText('Hidden')).toBeVisible();
    expect(board.getByText('In play')).toBeVisible();
    expect(screen.queryByText(/No goals/)).toBeNull();
    expect(await screen.findByText('2 results hidden')).toBeVisible();
  });

  it('omits goals that the provider does not have', async () => {
    openMatch();
    await section('Score');

    expect(screen.queryByRole('region', { name: /^Goals/ })).toBeNull();
  });
});
