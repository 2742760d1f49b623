import type { NewClientError, RemoteName } from '@kickoff/contracts';

/** An error of the page. */
export interface PageFailure {
  kind: NewClientError['kind'];
  error: unknown;
  /** The remote at fault; derived from the error's stack if omitted. */
  remote?: RemoteName | undefined;
  /** Address of the script, if the browser has it. */
  script?: string;
  /** Versions of the loaded remotes. */
  versions: ReadonlyMap<RemoteName, string>;
}
