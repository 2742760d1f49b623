import { opendir } from 'node:fs/promises';

import { errorCode } from '../errors/error-code.js';

/** So many names come at once, however many there are. */
const AT_ONCE = 500;

/** The names in a folder, some at a time; none where there is no such folder. */
export async function* namesIn(folder: string): AsyncGenerator<string[]> {
  try {
    let names: string[] = [];
    for await (const { name } of await opendir(folder, { bufferSize: AT_ONCE })) {
      names.push(name);
      if (names.length < AT_ONCE) continue;
      yield names;
      names = [];
    }
    if (names.length > 0) yield names;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
