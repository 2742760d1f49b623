import { describe, expect, it } from '@jest/globals';
import {
  LeagueData,
  LEAGUES,
  type Match,
  type MatchEvent,
  type StandingRow,
} from '@kickoff/contracts';

import { type LeagueRules, rulesOf } from '../leagues.js';
import { changedAt, countScorers, leagueAt } from './demo-season.js';
import { liveAnchor, liveCalendar } from './live-calendar.js';
import { eventsAt, matchAt, type PlannedMatch } from './planned-match.js';
import { randomOf } from './random.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const anchor = liveAnchor(Date.parse('2026-11-21T12:47:12Z'));
const calendar = liveCalendar(anchor);

/** Times in three seasons of each league: random ones during matches, and the end of each season. */
const moments = LEAGUES.flatMap((league) => {
  const random = randomOf(league);
  return [0, 110, 210].flatMap((day) => {
    const season = calendar.seasonAt(league, anchor + day * DAY_MS);
    const inPlay = season.matches
      .filter(() => random() < 0.015)
      .map(({ kickoffMs }) => kickoffMs + random() * 100 * MINUTE_MS);
    const end = (season.matches.at(-1)?.kickoffMs ?? 0) + 3 * 60 * MINUTE_MS;
    return [...inPlay, end].map((now) => {
      const { matches, standings, scorers } = leagueAt(season, now);
      return { league, season, now, matches, scorers, table: standings[0]?.table ?? [] };
    });
  });
});

/** An independent, simple implementation of the table, computed from the list of matches. */
class Recount {
  readonly played: Match[];

  constructor(
    matches: readonly Match[],
    private readonly rules: LeagueRules,
  ) {
    this.played = matches.filter((match) => match.score.fullTime.homeTeam !== null);
  }

  value(criterion: string, club: string, among: readonly Match[] = this.played): number {
    const mine = among.flatMap(({ homeTeam, awayTeam, score }) => {
      const home = score.fullTime.homeTeam ?? NaN;
      const away = score.fullTime.awayTeam ?? NaN;
      if (homeTeam.id === club) return [{ us: home, them: away, away: false, other: awayTeam.id }];
      if (awayTeam.id === club) return [{ us: away, them: home, away: true, other: homeTeam.id }];
      return [];
    });
    const sum = (of: (match: (typeof mine)[number]) => number) =>
      mine.map(of).reduce((total, value) => total + value, 0);
    switch (criterion.replace('headToHead', '').toLowerCase()) {
      case 'points':
        return sum(({ us, them }) => (us > them ? 3 : us === them ? 1 : 0));
      case 'goaldifference':
        return sum(({ us, them }) => us - them);
      case 'goalsfor':
        return sum(({ us }) => us);
      case 'awaygoals':
      case 'awaygoalsfor':
        return sum(({ us, away }) => (away ? us : 0));
      case 'wins':
        return sum(({ us, them }) => (us > them ? 1 : 0));
      case 'awaywins':
        return sum(({ us, them, away }) => (away && us > them ? 1 : 0));
      case 'opponentspoints':
        return sum(({ other }) => this.value('points', other));
      case 'opponentsgoaldifference':
        return sum(({ other }) => this.value('goalDifference', other));
      case 'opponentsgoalsfor':
        return sum(({ other }) => this.value('goalsFor', other));
      default:
        return 0;
    }
  }

  /** Compares two clubs by each criterion, restarting with the clubs still level with both. */
  isAbove(one: string, other: string, level: readonly string[] = this.rules.clubs): boolean {
    const direct = this.played.filter(
      ({ homeTeam, awayTeam }) => level.includes(homeTeam.id) && level.includes(awayTeam.id),
    );
    const complete = direct.length === level.length * (level.length - 1);
    for (const criterion of this.rules.tieBreak) {
      const isDirect = criterion.startsWith('headToHead');
      if (isDirect && !complete) continue;
      const of = (club: string) => this.value(criterion, club, isDirect ? direct : this.played);
      if (of(one) !== of(other)) return of(one) > of(other);
      const still = level.filter((club) => of(club) === of(one));
      if (still.length < level.length) return this.isAbove(one, other, still);
    }
    return false;
  }
}

const goalsIn = (events: readonly MatchEvent[], side: MatchEvent['team']) =>
  events.filter(({ kind, team }) => ['goal', 'penalty', 'own_goal'].includes(kind) && team === side)
    .length;

describe('The demo table', () => {
  it('equals an independent recount of the matches', () => {
    for (const { league, matches, table } of moments) {
      const recount = new Recount(matches, rulesOf(league));
      for (const row of table) {
        const club = row.team.id;
        expect([row.points, row.goalDifference, row.goalsFor]).toEqual(
          ['points', 'goalDifference', 'goalsFor'].map((value) => recount.value(value, club)),
        );
        expect(row.won * 3 + row.draw).toBe(row.points);
        expect(row.won + row.draw + row.lost).toBe(row.playedGames);
      }
    }
  });

  it("ranks clubs by the league's tie-break criteria", () => {
    for (const { league, now, matches, table } of moments) {
      const recount = new Recount(matches, rulesOf(league));
      table.slice(1).forEach((row, index) => {
        const above = table[index]?.team ?? row.team;
        if (recount.isAbove(row.team.id, above.id)) {
          throw new Error(`${league}: ${row.team.id} belongs above ${above.id} at ${now}`);
        }
      });
    }
  });

  it('numbers all clubs from 1 and assigns each its zone', () => {
    const zoneOf = (row: StandingRow, rules: LeagueRules) =>
      rules.zones.find(({ from, to }) => row.position >= from && row.position <= to)?.kind;
    for (const { league, table } of moments) {
      const rules = rulesOf(league);

      expect(table.map(({ position }) => position)).toEqual(
        rules.clubs.map((_, index) => index + 1),
      );
      expect(table.map((row) => row.zone?.kind)).toEqual(table.map((row) => zoneOf(row, rules)));
    }
  });

  it('marks exactly the clubs in play', () => {
    for (const { matches, table } of moments) {
      const playing = matches
        .filter(({ status }) => status === 'IN_PLAY' || status === 'PAUSED')
        .flatMap(({ homeTeam, awayTeam }) => [homeTeam.id, awayTeam.id]);
      const marked = table.filter(({ live }) => live);

      expect(marked.map(({ team }) => team.id).sort()).toEqual(playing.sort());
    }
  });
});

describe('The demo scorers', () => {
  it('account for all goals except own goals', () => {
    for (const { season, now } of moments) {
      const goals = season.matches
        .flatMap((match) => eventsAt(match, now))
        .filter(({ kind }) => kind === 'goal' || kind === 'penalty');
      const scorers = countScorers(
        season.matches.map((match) => ({ ...matchAt(match, now), events: eventsAt(match, now) })),
      );
      const sum = scorers.reduce((total, { numberOfGoals }) => total + numberOfGoals, 0);

      expect(sum).toBe(goals.length);
      const [top] = scorers;
      const ofTop = goals.filter(({ player }) => player.name === top?.player.name);
      expect(top?.numberOfGoals ?? 0).toBe(ofTop.length);
    }
  });

  it('are sorted by goals and limited to 20', () => {
    for (const { scorers } of moments) {
      const shown = scorers.map(({ numberOfGoals }) => numberOfGoals);

      expect(shown).toEqual([...shown].sort((one, other) => other - one));
      expect(shown.length).toBeLessThanOrEqual(20);
    }
  });
});

describe('A demo match', () => {
  const season = calendar.seasonAt('serie_a', anchor);
  const reviewed = LEAGUES.flatMap((league) => calendar.seasonAt(league, anchor).matches).filter(
    ({ story }) => story.happenings.some(({ event }) => event.kind === 'disallowed_goal'),
  );
  const watched = [...new Set<PlannedMatch>([...season.matches.slice(0, 120), ...reviewed])];

  it('has as many goals as its events at every minute', () => {
    for (const match of watched) {
      for (let minute = -1; minute < 125; minute += 1) {
        const now = match.kickoffMs + minute * MINUTE_MS;
        const events = eventsAt(match, now);
        const { homeTeam, awayTeam } = matchAt(match, now).score.fullTime;
        const counted = [goalsIn(events, 'homeTeam'), goalsIn(events, 'awayTeam')];
        if ((homeTeam ?? 0) !== counted[0] || (awayTeam ?? 0) !== counted[1]) {
          throw new Error('score and events differ');
        }
      }
    }
  });

  it('loses a goal only with a disallowed_goal event of a video review', () => {
    let taken = 0;
    for (const match of watched) {
      let before = { goals: 0, disallowed: 0 };
      for (let seconds = 0; seconds < 125 * 60; seconds += 20) {
        const events = eventsAt(match, match.kickoffMs + seconds * 1000);
        const goals = goalsIn(events, 'homeTeam') + goalsIn(events, 'awayTeam');
        const disallowed = events.filter(({ kind }) => kind === 'disallowed_goal').length;
        if (goals < before.goals) {
          expect(before.goals - goals).toBe(1);
          expect(disallowed).toBe(before.disallowed + 1);
          taken += 1;
        }
        before = { goals, disallowed };
      }
    }
    expect(taken).toBe(reviewed.length);
  });

  it('passes from scheduled through both halves and the break to finished', () => {
    for (const match of watched.slice(0, 40)) {
      const states: string[] = [];
      for (let minute = -5; minute < 125; minute += 1) {
        const { status } = matchAt(match, match.kickoffMs + minute * MINUTE_MS);
        if (states.at(-1) !== status) states.push(status);
      }
      expect(states).toEqual(['SCHEDULED', 'IN_PLAY', 'PAUSED', 'IN_PLAY', 'FINISHED']);
    }
  });

  it('counts minutes up to 45 and 90 and the rest as injury time', () => {
    const [match] = season.matches;
    const clockAt = (minutes: number) => {
      if (!match) throw new Error('no match');
      const { minute, injuryTime } = matchAt(match, match.kickoffMs + minutes * MINUTE_MS);
      return [minute, injuryTime];
    };
    const secondHalf = (match?.story.secondHalfStartMs ?? 0) / MINUTE_MS;

    expect(clockAt(-1)).toEqual([undefined, undefined]);
    expect(clockAt(0)).toEqual([1, undefined]);
    expect(clockAt(44.9)).toEqual([45, undefined]);
    expect(clockAt(45)).toEqual([45, 1]);
    expect(clockAt(secondHalf - 1)).toEqual([undefined, undefined]);
    expect(clockAt(secondHalf)).toEqual([46, undefined]);
    expect(clockAt(secondHalf + 45.5)).toEqual([90, 1]);
    expect(clockAt(125)).toEqual([undefined, undefined]);
  });

  it('has its half-time score from the break on', () => {
    for (const match of watched) {
      const before = matchAt(match, match.kickoffMs + match.story.firstHalfEndMs - 1);
      const breakScore = matchAt(match, match.kickoffMs + match.story.firstHalfEndMs);
      const after = matchAt(match, match.kickoffMs + match.story.endMs);

      expect(before.score.halfTime).toEqual({ homeTeam: null, awayTeam: null });
      expect(breakScore.score.halfTime).toEqual(breakScore.score.fullTime);
      expect(after.score.halfTime).toEqual(breakScore.score.fullTime);
    }
  });
});

describe('changedAt', () => {
  const random = randomOf('last change');
  const season = calendar.seasonAt('eredivisie', anchor);
  const instants = Array.from({ length: 60 }, () => anchor + (random() - 0.5) * 8 * DAY_MS);
  const storyAt = (now: number) => ({
    page: leagueAt(season, now),
    events: season.matches.map((match) => eventsAt(match, now)),
  });

  it('returns the time of the latest change of the page or its events', () => {
    for (const now of instants) {
      const changed = changedAt(season, now);

      expect(changed).toBeLessThanOrEqual(now);
      expect(storyAt(changed)).toEqual(storyAt(now));
      expect(storyAt(changed - 1)).not.toEqual(storyAt(changed));
    }
  });

  it('returns the announcement of the season before its first match', () => {
    const [first] = season.matches;

    expect(changedAt(season, (first?.kickoffMs ?? 0) - 1)).toBe(season.announcedMs);
  });
});

it.each(LEAGUES)('leagueAt(%s) matches the contract schema', (league) => {
  const view = leagueAt(calendar.seasonAt(league, anchor), anchor + 30 * MINUTE_MS);
  const answer = {
    league,
    source: 'demo',
    updatedAt: new Date(anchor).toISOString(),
    stale: false,
    ...view,
  };

  expect(LeagueData.parse(answer)).toEqual(answer);
});
