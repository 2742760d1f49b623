// Processor time of processes and of the machine, from /proc: Linux only.
import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Tick of /proc/stat; the same on every Linux that Node runs on. */
const MS_A_TICK = 10;
const NS_A_MS = 1_000_000;
const US_A_MS = 1_000;

/** Milliseconds of processor time that the threads of a process have used. @param {number} pid */
export async function usedMs(pid) {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      try {
        const [ns] = (await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ');
        return Number(ns) / NS_A_MS;
      } catch {
        // The thread has just ended.
        return 0;
      }
    }),
  );
  return times.reduce((sum, ms) => sum + ms, 0);
}

/** Milliseconds of processor time that this process has used. */
function ownMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_A_MS;
}

/** Milliseconds in which the machine's processors were busy, for any process. */
async function busyMs() {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  // user nice system idle iowait irq softirq steal
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * MS_A_TICK;
}

/** Above this share of the machine used by others a slice of a measurement does not count. */
export const MAX_OTHERS = 0.15;

/** @typedef {{ othersMs: number, at: number }} Clock Processor time of others so far, and when it was read. */

/** Reads the processor time of all programs but this one and these. @param {Iterable<number>} pids @returns {Promise<Clock>} */
export async function readOthers(pids) {
  const used = await Promise.all([...pids].map(usedMs));
  const ours = used.reduce((sum, ms) => sum + ms, ownMs());
  return { othersMs: (await busyMs()) - ours, at: performance.now() };
}

/** The share of the machine that others used between two readings, from 0 to 1. @param {Clock} before @param {Clock} after */
export const shareOfOthers = (before, after) =>
  Math.max(0, after.othersMs - before.othersMs) / ((after.at - before.at) * cpus().length);
