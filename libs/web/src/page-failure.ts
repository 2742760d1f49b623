import type { NewClientError } from '@kickoff/contracts';

/** The shell, or a remote that is loaded. */
export interface LoadedPart {
  name: string;
  version: string;
  /** Prefix of the addresses of a remote's scripts. */
  base?: string;
}

/** An error of the page. */
export interface PageFailure {
  kind: NewClientError['kind'];
  error: unknown;
  /** The remote at fault; derived from the error's stack if omitted. */
  remote?: string | undefined;
  /** Address of the script, if the browser has it. */
  script?: string;
  parts: readonly LoadedPart[];
}
