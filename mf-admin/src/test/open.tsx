import { replaceAddress, ServerState, startSession } from '@kickoff/web';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Renders an admin page at an address, signed in as an admin. */
export function openAt(address: string, page: ReactNode, adminId = 'a'.repeat(24)) {
  startSession('admin', `head.${btoa(JSON.stringify({ sub: adminId }))}.signature`);
  replaceAddress(address);
  return render(<ServerState of="admin">{page}</ServerState>);
}

/** Returns the current address. */
export const presentAddress = () => `${location.pathname}${location.search}`;
