import { workspaceRemotes } from './workspace-remotes.mjs';

/** Where the shell listens while developing. */
export const SHELL_PORT = 5001;

/** Where the shell and all micro-frontends listen while developing. */
export const devPorts = () => [SHELL_PORT, ...workspaceRemotes().map(({ port }) => port)];
