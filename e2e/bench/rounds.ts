import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

const ROUNDS = 5;
const MOST_ROUNDS = 9;
/** Above this share of the machine used by others a round does not count. */
const MAX_OTHERS = 0.15;
/** Tick of /proc; the same on every Linux that Node runs on. */
const MS_A_TICK = 10;

type Figures = Record<string, number>;

/** Medians of the rounds that count, by the names of their figures. */
export interface Rounds {
  medians: Figures;
  /** The share of the machine that others used, from 0 to 1. */
  others: number;
  isQuiet: boolean;
}

/**
 * Measures until enough rounds were quiet; uses all rounds if too few were. A round measures each
 * of its parts by `beside`.
 */
export async function repeat(
  measure: (beside: typeof besideOthers) => Promise<Figures>,
): Promise<Rounds> {
  const rounds: { figures: Figures; others: number }[] = [];
  const quiet = () => rounds.filter(({ others }) => others <= MAX_OTHERS);
  while (quiet().length < ROUNDS && rounds.length < MOST_ROUNDS) {
    let others = 0;
    const figures = await measure(async (work) => {
      const part = await besideOthers(work);
      others = Math.max(others, part.others);
      return part;
    });
    rounds.push({ figures, others });
  }
  const isQuiet = quiet().length >= ROUNDS;
  const counted = isQuiet ? quiet() : rounds;
  const names = Object.keys(counted[0]?.figures ?? {});
  return {
    medians: Object.fromEntries(
      names.map((name) => [name, median(counted.map(({ figures }) => figures[name] ?? NaN))]),
    ),
    others: median(counted.map(({ others }) => others)),
    isQuiet,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/**
 * Measures the share of the machine that others use meanwhile. The pages that `work` uses are open
 * until it ends, because the processor time of an ended process cannot be read.
 */
export async function besideOthers<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; others: number }> {
  const clocks = async () => ({ othersMs: await othersMs(), at: performance.now() });
  const before = await clocks();
  const result = await work();
  const after = await clocks();
  const possibleMs = (after.at - before.at) * cpus().length;
  return { result, others: Math.max(0, after.othersMs - before.othersMs) / possibleMs };
}

/** Processor time of all processes but those of this run: runner, servers and browser. */
async function othersMs(): Promise<number> {
  const [processes, busy] = await Promise.all([readProcesses(), readBusyMs()]);
  // The runner has started the process of this worker.
  const ours = new Set([process.ppid]);
  // A set is iterated over what is added meanwhile, too.
  for (const pid of ours) {
    for (const { pid: child, parent } of processes) if (parent === pid) ours.add(child);
  }
  const oursMs = processes
    .filter(({ pid }) => ours.has(pid))
    .reduce((sum, { usedMs }) => sum + usedMs, 0);
  return busy - oursMs;
}

async function readProcesses(): Promise<{ pid: number; parent: number; usedMs: number }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    // A process may just have ended.
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  return stats
    .filter((stat) => stat !== '')
    .map((stat) => {
      // Before it is the program's name in brackets, which may contain anything.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [, parent = 0, , , , , , , , , , user = 0, system = 0] = fields.map(Number);
      return { pid: Number.parseInt(stat, 10), parent, usedMs: (user + system) * MS_A_TICK };
    });
}

/** Milliseconds in which the machine's processors were busy, for any process. */
async function readBusyMs(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  // user nice system idle iowait irq softirq steal
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * MS_A_TICK;
}
