/** Polling interval of the dashboard while it is visible. */
export const refresh = { refetchInterval: 30_000 };
