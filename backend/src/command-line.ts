import { end } from './command-output.js';
import { StartError } from './common/config/start-error.js';
import { isDatabaseAway } from './common/mongo/database-away.js';

/**
 * Ends the command on a signal, and with it the MongoDB that was started for it, which a signal alone
 * would leave running.
 */
export function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => end(1, 'Interrupted.'));
  }
}

/** Runs a command; prints an expected fault as one sentence. */
export async function endInWords(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (error instanceof StartError) end(1, error.message);
    if (isDatabaseAway(error)) end(1, 'The database cannot be reached. Is it running?');
    throw error;
  }
}
