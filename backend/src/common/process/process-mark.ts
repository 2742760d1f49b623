import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

import { errorCode } from '../errors/error-code.js';

const HOST = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);

/** Identifies this process in files of work in progress: machine and process id. */
export const PROCESS_MARK = `${HOST}-${process.pid}`;

/**
 * Returns whether the process of a mark has certainly ended. False for processes on other machines.
 *
 * @param leftAt when it wrote the mark: process ids are reused
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
