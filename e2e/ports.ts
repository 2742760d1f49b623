/** The port of the server that the journeys share. */
export const PORT = Number(process.env['E2E_PORT'] ?? 5100);

/** The port of the push service's double. The server must know it at its start. */
export const PUSH_PORT = PORT + 1000;
