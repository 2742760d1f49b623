import { type LiveRemote, PageTable, type RemoteList, type RemoteState } from '@kickoff/contracts';

import type { RemoteBuild, ShellBuild } from './builds/build.js';
import { findUnmetNeed } from './builds/shared-packages.js';

/** A remote as the server uses it. */
export interface LivePart {
  name: string;
  /** Base address of its files, on another origin. */
  base?: string | undefined;
  /** The build in use; undefined if none was ever valid. */
  build?: RemoteBuild | undefined;
  state: RemoteState;
  /** Why it is not `live`, without a full stop. */
  problem?: string | undefined;
}

/** The shell, if its newest manifest or an earlier one was valid. */
export interface LiveShell {
  build?: ShellBuild | undefined;
  state: RemoteState;
  problem?: string | undefined;
}

/** Everything that is live at one moment. */
export interface LiveParts {
  shell: LiveShell;
  remotes: readonly LivePart[];
  table: PageTable;
  list: RemoteList;
}

/** The address of a file of a remote: a path, or a URL on another origin. */
export function addressOf({ name, base }: Pick<LivePart, 'name' | 'base'>, file: string): string {
  return base === undefined ? `/remotes/${name}/${file}` : new URL(file, base).href;
}

/**
 * @param remotes in state `live`, `away` or `invalid`; this function finds those that need more
 * than the shell provides
 */
export function toLiveParts(shell: LiveShell, remotes: readonly LivePart[]): LiveParts {
  const provides = shell.build?.needs;
  const parts = remotes.map((part) => {
    const unmet = part.build && provides && findUnmetNeed(part.build, provides);
    const isUnfit = part.state === 'live' && unmet !== undefined;
    return isUnfit ? { ...part, state: 'unfit' as const, problem: unmet } : part;
  });
  const builds = [shell.build, ...parts.map(({ build }) => build)];
  return {
    shell,
    remotes: parts,
    table: new PageTable(builds.filter((build) => build !== undefined)),
    list: {
      version: 2,
      shell: {
        version: shell.build?.version ?? '',
        build: shell.build?.id ?? '',
        provides: provides ?? {},
      },
      remotes: parts.flatMap(toLiveRemote),
    },
  };
}

function toLiveRemote(part: LivePart): LiveRemote[] {
  if (!part.build) return [];
  const { name, version, id, needs, pages, navigation, entry } = part.build;
  const address = addressOf(part, entry);
  return [{ name, version, build: id, entry: address, needs, pages, navigation }];
}
