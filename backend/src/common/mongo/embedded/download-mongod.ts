import type { RequestOptions } from 'node:https';

/** The MongoDB version for all machines, so that a data folder is portable. */
export const DOWNLOADED_VERSION = '8.2.6';

const SILENCE_LIMIT_MS = 15_000;
const PROGRESS_EVERY_MS = 2_000;
const BYTES_PER_MB = 1024 * 1024;

/** Downloads MongoDB's own archive for this system into `folder`, checked, and unpacks its mongod. */
export async function downloadMongod(folder: string, say: (line: string) => void): Promise<string> {
  // Loaded only when needed: most starts find a mongod.
  const { DryMongoBinary } = await import('mongodb-memory-server-core');
  const { MongoBinaryDownload } =
    await import('mongodb-memory-server-core/lib/util/MongoBinaryDownload.js');

  class Download extends MongoBinaryDownload {
    /** Two attempts: offline they fail in about a second, so that the next source is tried. */
    override httpDownload(url: URL, options: RequestOptions, target: string, part: string) {
      // The library skips certificate checks unless npm's strict-ssl is in the environment.
      const checked = { ...options, rejectUnauthorized: true };
      return super.httpDownload(url, checked, target, part, 2, 250, SILENCE_LIMIT_MS);
    }

    override printDownloadProgress(chunk: { length: number }): void {
      const progress = this.dlProgress;
      progress.current += chunk.length;
      const now = Date.now();
      if (now - progress.lastPrintedAt < PROGRESS_EVERY_MS) return;
      progress.lastPrintedAt = now;
      say(`  ${megabytes(progress.current)} of ${megabytes(progress.length)} MB`);
    }
  }

  const options = await DryMongoBinary.generateOptions({ version: DOWNLOADED_VERSION });
  const download = new Download({ ...options, downloadDir: folder, checkMD5: true });
  return download.getMongodPath();
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MB).toFixed(0);
}
