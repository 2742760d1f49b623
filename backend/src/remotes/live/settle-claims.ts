import { findConflict, SHELL } from '@kickoff/contracts';

import type { Build } from '../builds/build.js';

/** What is known of the shell or of a remote, before it is compared with the others. */
export interface KnownPart {
  name: string;
  /** The valid build of its live manifest. */
  newest?: Build | undefined;
  /** The one that was last used. */
  lastGood?: Build | undefined;
  /** Why its live manifest is not valid. */
  problem?: string | undefined;
}

/** The build of a part that is used, and why it is not its newest one. */
export interface SettledPart {
  name: string;
  build?: Build | undefined;
  problem?: string | undefined;
}

/**
 * Chooses a build for each part so that no two of them conflict. A build that was used before comes
 * before a new one, the shell before remotes.
 */
export function settleClaims(parts: readonly KnownPart[]): SettledPart[] {
  const inOrder = parts.toSorted((one, other) =>
    rankOf(one.name).localeCompare(rankOf(other.name)),
  );
  const used = new Map<string, Build>();
  const problems = new Map<string, string>();
  const claim = (name: string, build: Build) => {
    const others = [...used.values()].filter((other) => other.name !== name);
    const conflict = findConflict(build, others);
    if (conflict === undefined) used.set(name, build);
    else problems.set(name, `'${name}' ${conflict}`);
  };
  for (const { name, lastGood } of inOrder) if (lastGood) claim(name, lastGood);
  for (const { name, newest } of inOrder) {
    if (newest && newest.id !== used.get(name)?.id) claim(name, newest);
  }
  return inOrder.map(({ name, problem }) => ({
    name,
    build: used.get(name),
    problem: problem ?? problems.get(name),
  }));
}

const rankOf = (name: string) => (name === SHELL ? '' : name);
