// Compares two things on a machine that others use too: in short alternating slices. Only
// neighbouring slices are compared, because the load of the machine is the same for both.
import { send, sendAll } from './http.mjs';
import { MAX_OTHERS, readOthers, shareOfOthers, usedMs } from './processor.mjs';

/** Requests per slice: enough to be visible in the 10 ms ticks of other processes. */
const REQUESTS = 300;
const ONE_BY_ONE = 100;
/** Quiet rounds that are enough, and all rounds at most. */
const ROUNDS = { enough: 5, most: 9 };
/** A growth is measured in more places, and its bars are wider. */
const GROWTH_ROUNDS = { enough: 3, most: 6 };

/** @typedef {import('./http.mjs').Call} Call */
/** @typedef {{ app: number, db: number }} Pids Processes of the server that is measured and of its database. */
/** @typedef {{ port: number, callOf: (number: number) => Call, statuses?: readonly number[] }} Subject */
/** @typedef {{ ms: number, dbMs?: number }} Figure Milliseconds: of the application, of the database. */
/** @typedef {() => Promise<Figure>} Measure Measures one slice; the first call warms up. */
/** @typedef {Figure & { others: number }} Slice */
/**
 * Result of alternating slices: medians, and the median ratio of neighbours.
 *
 * @typedef {{ mine: Figure, other: Figure, ratio: number, others: number, isQuiet: boolean }} Comparison
 */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/**
 * Measures two things alternately.
 *
 * @param {readonly Pids[]} pids whose processor time is not that of others
 * @param {Measure} measureMine @param {Measure} measureOther
 * @returns {Promise<Comparison>}
 */
export async function compare(pids, measureMine, measureOther) {
  const { rounds, ...load } = await alternate(pids, [measureMine, measureOther], ROUNDS);
  const [mine, other] = medianFigures(rounds);
  const ratios = rounds.map(([first, second]) => (first?.ms ?? NaN) / (second?.ms ?? NaN));
  return { mine: mine ?? NOTHING, other: other ?? NOTHING, ratio: median(ratios), ...load };
}

/**
 * Measures the same call of several servers in turn. The ratio is that of the last to the first,
 * application and database together.
 *
 * @param {readonly Pids[]} pids whose processor time is not that of others
 * @param {readonly Measure[]} measures
 * @returns {Promise<{ figures: Figure[], ratio: number, others: number, isQuiet: boolean }>}
 */
export async function compareGrowth(pids, measures) {
  const { rounds, ...load } = await alternate(pids, measures, GROWTH_ROUNDS);
  const ratios = rounds.map((round) => totalMs(round.at(-1)) / totalMs(round[0]));
  return { figures: medianFigures(rounds), ratio: median(ratios), ...load };
}

/**
 * Measures things in turn until enough rounds of slices were quiet; returns all rounds if too few
 * were.
 *
 * @param {readonly Pids[]} pids @param {readonly Measure[]} measures
 * @param {{ enough: number, most: number }} bounds of the rounds
 * @returns {Promise<{ rounds: Slice[][], others: number, isQuiet: boolean }>}
 */
async function alternate(pids, measures, { enough, most }) {
  const used = new Set(pids.flatMap(({ app, db }) => [app, db]));
  for (const measure of measures) await measure();
  /** @type {Slice[][]} */
  const rounds = [];
  const quiet = () => rounds.filter((round) => othersIn(round) <= MAX_OTHERS);
  while (quiet().length < enough && rounds.length < most) {
    /** @type {Slice[]} */
    const round = [];
    for (const measure of measures) round.push(await besideOthers(used, measure));
    rounds.push(round);
  }
  const isQuiet = quiet().length >= enough;
  const counted = isQuiet ? quiet() : rounds;
  return { rounds: counted, others: median(counted.map(othersIn)), isQuiet };
}

/**
 * Measures processor time a request, with several in flight.
 *
 * @param {Pids} pids @param {Subject} subject @param {number} [requests] per slice
 * @returns {Measure}
 */
export function processorTime(pids, { port, callOf, statuses = [200] }, requests = REQUESTS) {
  let first = 0;
  return async () => {
    const before = [await usedMs(pids.app), await usedMs(pids.db)];
    await sendAll(port, callOf, first, requests, statuses);
    const after = [await usedMs(pids.app), await usedMs(pids.db)];
    first += requests;
    const [ms = 0, dbMs = 0] = after.map((used, at) => (used - (before[at] ?? 0)) / requests);
    return { ms, dbMs };
  };
}

/**
 * Measures the median response time of sequential requests.
 *
 * @param {Subject} subject @param {Call} [beside] sent right before each of the calls
 * @returns {Measure}
 */
export function responseTime({ port, callOf }, beside) {
  return async () => {
    /** @type {number[]} */
    const took = [];
    for (let number = 0; number < ONE_BY_ONE; number += 1) {
      const other = beside && send(port, beside);
      const before = performance.now();
      await send(port, callOf(number));
      took.push(performance.now() - before);
      await other;
    }
    return { ms: median(took) };
  };
}

/** @param {ReadonlySet<number>} pids @param {Measure} measure @returns {Promise<Slice>} */
async function besideOthers(pids, measure) {
  const before = await readOthers(pids);
  const figure = await measure();
  return { ...figure, others: shareOfOthers(before, await readOthers(pids)) };
}

/** @type {Figure} */
const NOTHING = { ms: NaN };

/** @param {Figure} [figure] */
const totalMs = ({ ms, dbMs = 0 } = NOTHING) => ms + dbMs;

/** @param {readonly Slice[]} round */
const othersIn = (round) => Math.max(...round.map(({ others }) => others));

/** @param {readonly Slice[][]} rounds @returns {Figure[]} */
const medianFigures = ([first = [], ...rounds]) =>
  first.map((slice, at) => medianFigure([slice, ...rounds.flatMap((round) => round[at] ?? [])]));

/** @param {readonly Figure[]} figures @returns {Figure} */
function medianFigure(figures) {
  const db = figures.flatMap(({ dbMs }) => dbMs ?? []);
  return {
    ms: median(figures.map(({ ms }) => ms)),
    ...(db.length > 0 ? { dbMs: median(db) } : {}),
  };
}
