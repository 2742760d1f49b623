import { opendir } from 'node:fs/promises';

import { errorCode } from '../errors/error-code.js';

/** Batch size of names. */
const AT_ONCE = 500;

/** Yields the names in a folder in batches; none if the folder does not exist. */
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
