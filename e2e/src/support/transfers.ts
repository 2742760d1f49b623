import type { Page, Request } from '@playwright/test';

interface Transfer {
  path: string;
  kind: 'script' | 'style' | 'other';
  /** Bytes of the body over the wire. */
  bytes: number;
}

function kindOf(path: string): Transfer['kind'] {
  if (path.endsWith('.js')) return 'script';
  return path.endsWith('.css') ? 'style' : 'other';
}

/** Records every file that a page loads from now on. */
export function watchTransfers(page: Page): {
  all: () => Promise<Transfer[]>;
  of: (kind: Transfer['kind']) => Promise<Transfer[]>;
} {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  const all = () =>
    Promise.all(
      requests.map(async (request) => {
        const path = new URL(request.url()).pathname;
        const { responseBodySize } = await request.sizes();
        // Negative for a response from the cache.
        return { path, kind: kindOf(path), bytes: Math.max(0, responseBodySize) };
      }),
    );
  return { all, of: async (kind) => (await all()).filter((transfer) => transfer.kind === kind) };
}

export function sumOfBytes(transfers: readonly Transfer[]): number {
  return transfers.reduce((sum, { bytes }) => sum + bytes, 0);
}
