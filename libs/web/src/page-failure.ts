import type { NewClientError, RemoteName } from '@kickoff/contracts';

/** Something of the page that failed. */
export interface PageFailure {
  kind: NewClientError['kind'];
  error: unknown;
  /** Whose code it is; found by the addresses in the error's stack where it is not given. */
  remote?: RemoteName | undefined;
  /** The address of the script, where the browser names it. */
  script?: string;
  /** Of the remotes that were loaded. */
  versions: ReadonlyMap<RemoteName, string>;
}
