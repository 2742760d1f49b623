/** The interval of heartbeats on an SSE stream. The browser counts a connection as lost after 60 s of silence. */
export const HEARTBEAT_MS = 25_000;

/** Heartbeat, with the resume position, or without it while the stream still buffers events. */
export interface Heartbeat {
  withPosition: Uint8Array;
  withoutPosition: Uint8Array;
}

/** Formats a named event, because browsers do not dispatch comments to the page. */
export function formatHeartbeat(position: string): Heartbeat {
  const text = 'event: heartbeat\ndata: {}\n\n';
  return {
    withPosition: Buffer.from(`id: ${position}\n${text}`),
    withoutPosition: Buffer.from(text),
  };
}
