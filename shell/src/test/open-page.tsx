import { pageAt } from '@kickoff/contracts';
import { replaceAddress } from '@kickoff/web';
import { render } from '@testing-library/react';

import type { ScreenModule } from '../screen';
import { ToastRegion } from '../ToastRegion';

/** Draws an entrance page at an address, with the messages that it raises. */
export function openPage(address: string, { default: Page }: ScreenModule) {
  replaceAddress(address);
  const page = pageAt(location.pathname);
  if (!page) throw new Error(`There is no page at ${address}.`);
  return render(
    <>
      <Page page={page} />
      <ToastRegion />
    </>,
  );
}
