import { cpus, release, totalmem, type } from 'node:os';

const BYTES_A_GIB = 2 ** 30;

/**
 * Describes the machine without its name, for the documents of all benches.
 *
 * @param {string} program measured beside Node, with its version
 * @returns {string}
 */
export function describeMachine(program) {
  const [cpu] = cpus();
  const gib = (totalmem() / BYTES_A_GIB).toFixed(0);
  return [
    `${cpus().length} x ${cpu?.model ?? 'unknown processor'}, ${gib} GiB, ${type()} ${release()}`,
    `Node ${process.version}, ${program}`,
  ].join('; ');
}
