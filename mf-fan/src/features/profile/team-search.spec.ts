import type { Team } from '@kickoff/contracts';
import { aTeam } from '@kickoff/testing';
import { describe, expect, it } from '@jest/globals';

import { findTeams } from './team-search';

const arsenal: Team = { ...aTeam('Arsenal'), leagues: ['champions_league', 'premier_league'] };
const villa: Team = { ...aTeam('Aston Villa'), leagues: ['premier_league'] };
const atletico: Team = { ...aTeam('Atlético Madrid'), leagues: ['la_liga'] };
const porto: Team = { ...aTeam('FC Porto'), leagues: ['champions_league'] };
const TEAMS = [porto, villa, atletico, arsenal];

const found = (query: string) =>
  findTeams(TEAMS, query).map(({ league, teams }) => [league, teams.map(({ name }) => name)]);

describe('findTeams', () => {
  it('returns all clubs by their home league, each in order of names', () => {
    expect(found('')).toEqual([
      ['premier_league', ['Arsenal', 'Aston Villa']],
      ['la_liga', ['Atlético Madrid']],
      ['champions_league', ['FC Porto']],
    ]);
  });

  it.each([
    ['ATLETICO', 'Atlético Madrid'],
    ['mad atl', 'Atlético Madrid'],
    ['villa', 'Aston Villa'],
  ])('finds by the beginnings of words: %s', (query, name) => {
    expect(found(query).flatMap(([, names]) => names)).toEqual([name]);
  });

  it('finds nothing inside a word', () => {
    expect(found('senal')).toEqual([]);
  });
});
