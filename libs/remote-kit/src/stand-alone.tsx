import '@kickoff/ui/styles.css';
import type { Audience, RemoteModule } from '@kickoff/web';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { StandAlone } from './StandAlone';

/** Renders a micro-frontend without the shell, with a login on the running API, for development. */
export function startAlone(remote: RemoteModule, audience: Audience): void {
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(
    <StrictMode>
      <StandAlone remote={remote} audience={audience} />
    </StrictMode>,
  );
}
