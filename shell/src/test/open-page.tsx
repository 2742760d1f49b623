import { pageAt } from '@kickoff/contracts';
import { ToastRegion } from '@kickoff/ui';
import { onToast, replaceAddress } from '@kickoff/web';
import { render } from '@testing-library/react';

import type { ScreenModule } from '../screen';

/** Renders a public page at an address, with the toast region. */
export function openPage(address: string, { default: Page }: ScreenModule) {
  replaceAddress(address);
  const page = pageAt(location.pathname);
  if (!page) throw new Error(`There is no page at ${address}.`);
  return render(
    <>
      <Page page={page} />
      <ToastRegion subscribe={onToast} />
    </>,
  );
}
