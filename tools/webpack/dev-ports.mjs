import { workspaceRemotes } from './workspace-remotes.mjs';

/** Port of the shell in development. */
export const SHELL_PORT = 5001;

/** Ports of the shell and all micro-frontends in development. */
export const devPorts = () => [SHELL_PORT, ...workspaceRemotes().map(({ port }) => port)];
