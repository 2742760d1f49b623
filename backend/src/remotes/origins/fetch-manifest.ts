import { MANIFEST_MAX_BYTES } from '@kickoff/contracts';

import { Refusal } from '../builds/refusal.js';

/** Milliseconds within which an origin must respond completely. */
const ANSWER_LIMIT_MS = 3_000;

/** An origin does not respond. The message has no full stop. */
export class OriginAway extends Error {}

/**
 * Reads a file of another origin, without following redirects.
 *
 * @returns at most `maxBytes`
 * @throws OriginAway if nothing responds in time, a Refusal if the response is not the file
 */
export async function fetchFile(address: URL, maxBytes = MANIFEST_MAX_BYTES): Promise<Buffer> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  try {
    const answer = await fetch(address, { redirect: 'manual', signal });
    if (answer.status >= 500) {
      throw new OriginAway(`${address.origin} answers with status ${answer.status}`);
    }
    if (answer.status !== 200) {
      throw new Refusal(`${address.href} is answered with status ${answer.status}`);
    }
    return await readBody(answer, maxBytes);
  } catch (error) {
    if (error instanceof Refusal || error instanceof OriginAway) throw error;
    throw new OriginAway(`${address.origin} does not answer`);
  }
}

async function readBody({ body, url }: Response, maxBytes: number): Promise<Buffer> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const next = await reader?.read();
    if (!next?.value) return Buffer.concat(chunks);
    size += next.value.length;
    if (size > maxBytes) {
      await reader?.cancel();
      throw new Refusal(`${url} is over ${maxBytes / 1024 / 1024} MB`);
    }
    chunks.push(next.value);
  }
}
