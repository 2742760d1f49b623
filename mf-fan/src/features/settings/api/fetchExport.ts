import { NETWORK_FAILURE } from '@kickoff/contracts';
import { CallFailure, fetchAnswer } from '@kickoff/web';

/** A downloaded file. */
interface FetchedFile {
  name: string;
  content: Blob;
}

/** Downloads all data that KickOff stores of the fan; reports the received bytes. */
export async function fetchExport(
  onBytes: (count: number) => void,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const answer = await fetchAnswer('/api/user/export', { as: 'fan', signal });
  const name = /filename="?([\w.-]+)/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  const parts: BlobPart[] = [];
  let count = 0;
  try {
    const reader = answer.body?.getReader();
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
      parts.push(read.value);
      count += read.value.byteLength;
      onBytes(count);
    }
  } catch (error) {
    if (signal.aborted) throw error;
    throw new CallFailure(NETWORK_FAILURE, 0);
  }
  return { name: name ?? 'kickoff.zip', content: new Blob(parts, { type: 'application/zip' }) };
}
