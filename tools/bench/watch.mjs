// Watches a measured server while it works: its resident memory, and what others use of the machine.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { MAX_OTHERS, readOthers, shareOfOthers } from './processor.mjs';
import { median } from './slices.mjs';

const SAMPLE_MS = 1_000;
/**
 * The memory at a moment is the median of the samples before it: it varies with garbage collections and
 * uploads, by 10 % within ten seconds.
 */
const SAMPLES_A_MOMENT = 60;
const BYTES_A_KIB = 1_024;
const BYTES_A_MB = 1_000_000;
/** A measurement under load counts if others were above `MAX_OTHERS` in at most this share of its seconds. */
const MAX_BUSY = 0.05;

/** Reads the resident memory of a process in MB. @param {number} pid */
async function readResident(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kib = 0] = /^VmRSS:\s*(\d+) kB$/m.exec(status) ?? [];
  return (Number(kib) * BYTES_A_KIB) / BYTES_A_MB;
}

/**
 * Watches a server once a second until the work is done.
 *
 * @template Result
 * @param {number} pid of the server
 * @param {Iterable<number>} pids whose processor time is not that of others
 * @param {Promise<Result>} work
 */
export async function watch(pid, pids, work) {
  /** @type {number[]} */
  const memory = [];
  /** @type {number[]} */
  const shares = [];
  const over = new AbortController();
  const watching = (async () => {
    let before = await readOthers(pids);
    while (!over.signal.aborted) {
      await delay(SAMPLE_MS, undefined, { signal: over.signal }).catch(() => undefined);
      memory.push(await readResident(pid));
      const after = await readOthers(pids);
      shares.push(shareOfOthers(before, after));
      before = after;
    }
  })();
  const result = await work.finally(() => over.abort());
  await watching;
  const busy = shares.filter((share) => share > MAX_OTHERS).length;
  return {
    result,
    /** Megabytes at a time since the beginning. @param {number} seconds */
    memoryAt: (seconds) => median(memory.slice(Math.max(0, seconds - SAMPLES_A_MOMENT), seconds)),
    seconds: memory.length,
    others: median(shares),
    isQuiet: busy <= shares.length * MAX_BUSY,
  };
}
