import { findConflict, SHELL } from '@kickoff/contracts';

import type { Build } from '../builds/build.js';

/** State of the shell or a remote before it is compared with the others. */
export interface KnownPart {
  name: string;
  /** The valid build of its live manifest. */
  newest?: Build | undefined;
  /** The build that was used last. */
  lastGood?: Build | undefined;
  /** Why its live manifest is invalid. */
  problem?: string | undefined;
}

/** The chosen build of a part, and why it is not its newest one. */
export interface ResolvedPart {
  name: string;
  build?: Build | undefined;
  problem?: string | undefined;
}

/**
 * Chooses a build for each part so that no two of them conflict. A build in use takes precedence
 * over a new one, the shell over remotes.
 */
export function resolveClaims(parts: readonly KnownPart[]): ResolvedPart[] {
  const inOrder = parts.toSorted((one, other) =>
    rankOf(one.name).localeCompare(rankOf(other.name)),
  );
  const used = new Map<string, Build>();
  const problems = new Map<string, string | undefined>();
  /** @returns whether the build is used from now on */
  const claim = (build: Build): boolean => {
    const others = [...used.values()].filter(({ name }) => name !== build.name);
    const conflict = findConflict(build, others);
    if (conflict === undefined) used.set(build.name, build);
    problems.set(build.name, conflict === undefined ? undefined : `'${build.name}' ${conflict}`);
    return conflict === undefined;
  };
  for (const { lastGood } of inOrder) if (lastGood) claim(lastGood);
  let waiting = inOrder.flatMap(({ newest }) => newest ?? []);
  waiting = waiting.filter(({ name, id }) => id !== used.get(name)?.id);
  // A chosen part may release what another one claims.
  for (let before = -1; waiting.length !== before;) {
    before = waiting.length;
    waiting = waiting.filter((build) => !claim(build));
  }
  return inOrder.map(({ name, problem }) => ({
    name,
    build: used.get(name),
    problem: problem ?? problems.get(name),
  }));
}

const rankOf = (name: string) => (name === SHELL ? '' : name);
