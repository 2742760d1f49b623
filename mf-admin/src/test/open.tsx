import { replaceAddress, ServerState, startSession } from '@kickoff/web';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Draws a page of the admins at an address, for one of them. */
export function openAt(address: string, page: ReactNode, adminId = 'a'.repeat(24)) {
  startSession('admin', `head.${btoa(JSON.stringify({ sub: adminId }))}.signature`);
  replaceAddress(address);
  return render(<ServerState of="admin">{page}</ServerState>);
}

/** The present address as the person sees it. */
export const presentAddress = () => `${location.pathname}${location.search}`;
