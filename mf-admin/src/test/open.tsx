import { replaceAddress, ServerState, startSession } from '@kickoff/web';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Renders an admin page at an address, in a main element as the shell's, signed in as an admin. */
export function openAt(address: string, page: ReactNode, adminId = 'a'.repeat(24)) {
  startSession('admin', `head.${btoa(JSON.stringify({ sub: adminId }))}.signature`);
  replaceAddress(address);
  return render(
    <ServerState of="admin">
      <main tabIndex={-1}>{page}</main>
    </ServerState>,
  );
}

/** Returns the current address. */
export const presentAddress = () => `${location.pathname}${location.search}`;
