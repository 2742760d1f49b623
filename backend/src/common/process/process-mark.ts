import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

import { errorCode } from '../errors/error-code.js';

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/** Names this process in what it leaves behind while work is under way: machine and process id. */
export const PROCESS_MARK = `${HOST}-${process.pid}`;

/**
 * Whether the process that left a mark is certainly over. Of processes on other
 * machines nobody here knows.
 *
 * @param leftAt when it left the mark: the same id can be given to a later process
 */
export function isOver(mark: string, leftAt: Date): boolean {
  const [host, id] = mark.split('-');
  const pid = Number(id);
  if (host !== HOST || !Number.isSafeInteger(pid) || pid < 1) return false;
  return pid === process.pid ? leftAt.getTime() < performance.timeOrigin : !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}
