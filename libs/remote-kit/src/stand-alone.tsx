import '@kickoff/ui/styles.css';
// After the shared styles, which declare the order of the layers.
import '@kickoff/ui/admin.css';
import type { RemoteDeclaration } from '@kickoff/contracts';
import { installPages, type RemoteModule } from '@kickoff/web';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { StandAlone } from './StandAlone';

/** Renders a micro-frontend without the shell, with a login on the running API, for development. */
export function startAlone(declaration: RemoteDeclaration, pages: RemoteModule['pages']): void {
  installPages([declaration]);
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(
    <StrictMode>
      <StandAlone declaration={declaration} pages={pages} />
    </StrictMode>,
  );
}
