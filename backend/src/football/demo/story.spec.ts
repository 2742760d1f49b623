import { describe, expect, it } from '@jest/globals';
import { isGoal, type League, LEAGUES } from '@kickoff/contracts';

import { rulesOf } from '../leagues.js';
import { roundsOf } from './fixtures.js';
import { squadOf } from './squads.js';
import { type Story, storyOf } from './story.js';

const YEARS = [2026, 2027, 2028, 2029];
const fixturesOf = (league: League) => YEARS.flatMap((year) => roundsOf(league, year).flat());
const everything = LEAGUES.flatMap(fixturesOf).map((fixture) => ({
  fixture,
  story: storyOf(fixture),
}));

const goalsOf = (story: Story, side: 'homeTeam' | 'awayTeam') =>
  story.happenings.filter(
    ({ event, untilMs }) => isGoal(event) && event.team === side && untilMs === undefined,
  ).length;

it('storyOf returns the same story for the same fixture', () => {
  for (const { fixture, story } of everything.slice(0, 500)) {
    expect(storyOf({ ...fixture })).toEqual(story);
  }
});

describe.each(LEAGUES)('Stories of %s', (league) => {
  const stories = everything.filter(({ fixture }) => fixture.league === league);
  const mean = (side: 'homeTeam' | 'awayTeam') =>
    stories.reduce((sum, { story }) => sum + goalsOf(story, side), 0) / stories.length;

  it('have a realistic mean of goals', () => {
    const { homeGoals, awayGoals } = rulesOf(league).demo;

    expect(Math.abs(mean('homeTeam') - homeGoals)).toBeLessThan(0.15);
    expect(Math.abs(mean('awayTeam') - awayGoals)).toBeLessThan(0.15);
  });

  it('have a realistic share of draws', () => {
    const draws = stories.filter(
      ({ story }) => goalsOf(story, 'homeTeam') === goalsOf(story, 'awayTeam'),
    );

    expect(draws.length / stories.length).toBeGreaterThan(0.17);
    expect(draws.length / stories.length).toBeLessThan(0.31);
  });
});

describe('Events of a story', () => {
  it('are in order and while the ball is in play', () => {
    for (const { story } of everything) {
      let latestMs = 0;
      for (const { fromMs } of story.happenings) {
        const inFirstHalf = fromMs < story.firstHalfEndMs;
        const inSecondHalf = fromMs >= story.secondHalfStartMs && fromMs < story.endMs;
        if (fromMs < latestMs || !(inFirstHalf || inSecondHalf)) throw new Error('out of play');
        latestMs = fromMs;
      }
    }
  });

  it('carry the minute in which they happen', () => {
    for (const { story } of everything) {
      for (const { fromMs, event } of story.happenings) {
        const second = fromMs >= story.secondHalfStartMs;
        const minute = Math.floor((fromMs - (second ? story.secondHalfStartMs : 0)) / 60_000) + 1;
        const written = event.minute - (second ? 45 : 0) + (event.injuryTime ?? 0);
        if (written !== minute || event.minute > (second ? 90 : 45))
          throw new Error('wrong minute');
      }
    }
  });

  it('name players of the right team', () => {
    for (const { fixture, story } of everything) {
      for (const { event } of story.happenings) {
        const atHome = (event.team === 'homeTeam') !== (event.kind === 'own_goal');
        const squad = squadOf(atHome ? fixture.home : fixture.away);
        if (!squad.includes(event.player.name)) throw new Error('a stranger');
        if (event.assist && !squad.includes(event.assist.name)) throw new Error('a stranger');
      }
    }
  });

  it('name no player after a red card', () => {
    for (const { story } of everything) {
      const sentOff = story.happenings.filter(({ event }) => event.kind === 'red_card');
      for (const { event, fromMs } of sentOff) {
        const later = story.happenings.filter(
          (other) => other.fromMs > fromMs && other.event.player.name === event.player.name,
        );
        expect(later).toEqual([]);
      }
    }
  });

  it('are rarely reversed by a video review, and within 150 seconds', () => {
    const reviews = everything.flatMap(({ story }) =>
      story.happenings.flatMap(({ fromMs, untilMs }) => (untilMs ? [untilMs - fromMs] : [])),
    );

    expect(reviews.length / everything.length).toBeGreaterThan(0.01);
    expect(reviews.length / everything.length).toBeLessThan(0.04);
    expect(Math.max(...reviews)).toBeLessThanOrEqual(150_000);
  });
});
