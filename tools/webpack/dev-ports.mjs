/** Where the shell and the micro-frontends listen while developing. */
export const DEV_PORTS = { shell: 5001, fan: 5002, leagues: 5003, admin: 5004 };
