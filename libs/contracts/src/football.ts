import { z } from 'zod';

import { LEAGUES } from './leagues.js';
import { Viewpoint } from './viewpoints.js';

const LeagueName = z.enum(LEAGUES);

/** Names the league; a name that is none of the eight is not found, which is not a fault of the form. */
export const LeagueQuery = z.object({
  league: z.string('Please name a league').meta({ enum: LEAGUES }),
});
export type LeagueQuery = z.infer<typeof LeagueQuery>;

/** A league, or one that a rehearsal plays. */
export const LeaguePageQuery = LeagueQuery.extend({
  rehearsal: z.string('rehearsal must be the id of a rehearsal').optional(),
});
export type LeaguePageQuery = z.infer<typeof LeaguePageQuery>;

/** Where a league's numbers come from; `demo` is the simulated season. */
export const FootballSource = z.enum(['demo', 'football-data.org', 'api-football']);
export type FootballSource = z.infer<typeof FootballSource>;

/** A club as named in a match, a table or a list of scorers. Its badge is drawn from `tla` and the colours. */
export const MatchTeam = z
  .object({
    id: z.string(),
    name: z.string(),
    shortName: z.string(),
    tla: z.string(),
    colors: z.tuple([z.string(), z.string()]),
  })
  .meta({ id: 'MatchTeam' });
export type MatchTeam = z.infer<typeof MatchTeam>;

/** Goals of both sides without a shoot-out's; null before kick-off. */
export const GoalCount = z
  .object({ homeTeam: z.int().nullable(), awayTeam: z.int().nullable() })
  .meta({ id: 'GoalCount' });
export type GoalCount = z.infer<typeof GoalCount>;

export const MatchStatus = z.enum([
  'SCHEDULED',
  'IN_PLAY',
  'PAUSED',
  'FINISHED',
  'POSTPONED',
  'SUSPENDED',
  'CANCELED',
]);
export type MatchStatus = z.infer<typeof MatchStatus>;

/** `minute` stops at 45 and 90; what is played beyond stands in `injuryTime` (45+2 as 45 and 2). */
export const Match = z
  .object({
    id: z.string(),
    homeTeam: MatchTeam,
    awayTeam: MatchTeam,
    utcDate: z.iso.datetime(),
    status: MatchStatus,
    matchday: z.int().nullable(),
    minute: z.int().optional(),
    injuryTime: z.int().optional(),
    score: z.object({ fullTime: GoalCount, halfTime: GoalCount }),
    /** Only of a match of a rehearsal, whose id `rehearsal` is. */
    label: z.literal('Rehearsal').optional(),
    rehearsal: z.string().optional(),
    /** Where it is not live for the fan who asks. */
    viewpoint: Viewpoint.optional(),
    /** Hidden from the fan: no score, no minute, and a status by the clock alone. */
    shielded: z.literal(true).optional(),
  })
  .meta({ id: 'Match' });
export type Match = z.infer<typeof Match>;

/** What a place in the final table leads to. */
export const Zone = z
  .object({
    kind: z.enum([
      'promotion',
      'playoff',
      'elimination',
      'ucl',
      'ucl-qualifying',
      'uel',
      'uel-qualifying',
      'uecl',
      'uecl-playoff',
      'afc',
      'relegation-playoff',
      'relegation',
    ]),
    name: z.string(),
  })
  .meta({ id: 'Zone' });
export type Zone = z.infer<typeof Zone>;

/** `form` lists the last five results, newest last: `W,D,L`. `live` marks a club that is playing now. */
export const StandingRow = z
  .object({
    position: z.int(),
    team: MatchTeam,
    playedGames: z.int(),
    won: z.int(),
    draw: z.int(),
    lost: z.int(),
    points: z.int(),
    goalsFor: z.int(),
    goalsAgainst: z.int(),
    goalDifference: z.int(),
    form: z.string(),
    zone: Zone.optional(),
    live: z.boolean().optional(),
  })
  .meta({ id: 'StandingRow' });
export type StandingRow = z.infer<typeof StandingRow>;

export const Standing = z
  .object({
    type: z.literal('TOTAL'),
    table: z.array(StandingRow),
    /** Matches that it leaves out because they are hidden from the fan who asks. */
    hiddenResults: z.int().optional(),
  })
  .meta({ id: 'Standing' });
export type Standing = z.infer<typeof Standing>;

export const Scorer = z
  .object({
    player: z.object({ name: z.string() }),
    team: MatchTeam,
    numberOfGoals: z.int(),
    assists: z.int().optional(),
  })
  .meta({ id: 'Scorer' });
export type Scorer = z.infer<typeof Scorer>;

/**
 * A league's page: the first of `standings` is the overall table, running scores counted. `updatedAt` is when
 * its source changed anything last, where it says so; of a `delayed` one scores come some time after they have changed.
 */
export const LeagueData = z
  .object({
    league: LeagueName,
    season: z.string(),
    source: FootballSource,
    updatedAt: z.iso.datetime(),
    stale: z.boolean(),
    delayed: z.literal(true).optional(),
    matches: z.array(Match),
    standings: z.array(Standing),
    scorers: z.array(Scorer),
  })
  .meta({ id: 'LeagueData' });
export type LeagueData = z.infer<typeof LeagueData>;

/** One card of the league list; `live` and `today` count matches. */
export const LeagueSummary = z
  .object({
    league: LeagueName,
    name: z.string(),
    country: z.string(),
    season: z.string(),
    source: FootballSource,
    updatedAt: z.iso.datetime(),
    stale: z.boolean(),
    delayed: z.literal(true).optional(),
    live: z.int(),
    today: z.int(),
  })
  .meta({ id: 'LeagueSummary' });
export type LeagueSummary = z.infer<typeof LeagueSummary>;

export const LatestMatch = Match.extend({ league: LeagueName }).meta({ id: 'LatestMatch' });
export type LatestMatch = z.infer<typeof LatestMatch>;

/**
 * What happened in a match. `team` is the side it counts for: with an own goal
 * the side that is given the goal. A goal taken back after a video review is a
 * `disallowed_goal` and no longer a goal.
 */
export const MatchEvent = z
  .object({
    kind: z.enum(['goal', 'penalty', 'own_goal', 'disallowed_goal', 'yellow_card', 'red_card']),
    team: z.enum(['homeTeam', 'awayTeam']),
    minute: z.int(),
    injuryTime: z.int().optional(),
    player: z.object({ name: z.string() }),
    assist: z.object({ name: z.string() }).optional(),
  })
  .meta({ id: 'MatchEvent' });
export type MatchEvent = z.infer<typeof MatchEvent>;

/** One match with its story; `events` only where the source has them. */
export const MatchPage = LatestMatch.extend({
  events: z.array(MatchEvent).optional(),
  headToHead: z.array(Match),
  form: z.object({ homeTeam: z.string(), awayTeam: z.string() }),
}).meta({ id: 'MatchPage' });
export type MatchPage = z.infer<typeof MatchPage>;

/** A club to choose as one's favourite. */
export const Team = MatchTeam.extend({ leagues: z.array(LeagueName) }).meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

/** The favourite team in the fan's own words; empty for a fan without one. */
export const DigestQuery = z.object({ team: z.string().default('') });
export type DigestQuery = z.infer<typeof DigestQuery>;

/**
 * The few matches that stand beside a fan's posts, those of `club`, which the fan's words name,
 * first. `recent` are of all leagues, from `sources` and of `updatedAt`, as `originOf` tells; `upcoming` of `league`.
 */
export const MatchDigest = z
  .object({
    club: Team.nullable(),
    recent: z.array(LatestMatch),
    sources: z.array(FootballSource),
    updatedAt: z.iso.datetime(),
    /** Scores of a match in play come some time after they have changed. */
    delayed: z.literal(true).optional(),
    upcoming: z.array(Match),
    league: LeagueSummary,
  })
  .meta({ id: 'MatchDigest' });
export type MatchDigest = z.infer<typeof MatchDigest>;

/** The private address at which my team's fixtures are to be had as a calendar. */
export const TeamCalendar = z.object({ url: z.url() }).meta({ id: 'TeamCalendar' });
export type TeamCalendar = z.infer<typeof TeamCalendar>;

/**
 * How the data of each league does. `lastTriedAt` is null where nobody is asked,
 * `lastError` a sentence about the latest try; `remaining` counts the calls that
 * the provider still allows, `corrections` those of the last 30 days.
 */
export const FootballFeed = z
  .object({
    leagues: z.array(
      z.object({
        league: LeagueName,
        source: FootballSource,
        updatedAt: z.iso.datetime(),
        lastTriedAt: z.iso.datetime().nullable(),
        lastError: z.string().nullable(),
        stale: z.boolean(),
        remaining: z.int().optional(),
        corrections: z.int(),
      }),
    ),
  })
  .meta({ id: 'FootballFeed' });
export type FootballFeed = z.infer<typeof FootballFeed>;
