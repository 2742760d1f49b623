// Loaded into the server that is measured: on SIGUSR2 it takes its garbage out and prints what it holds.
import { setTimeout as delay } from 'node:timers/promises';

/** Freed pages are given back behind the collection. */
const SWEEP_MS = 1_000;

process.on('SIGUSR2', async () => {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await delay(SWEEP_MS);
  }
  process.stderr.write(`memory ${JSON.stringify(process.memoryUsage())}\n`);
});
