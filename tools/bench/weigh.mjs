// Loaded into the measured server: on SIGUSR2 it collects garbage and prints its memory.
import { setTimeout as delay } from 'node:timers/promises';

/** V8 releases freed pages some time after the collection. */
const SWEEP_MS = 1_000;

process.on('SIGUSR2', async () => {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await delay(SWEEP_MS);
  }
  process.stderr.write(`memory ${JSON.stringify(process.memoryUsage())}\n`);
});
