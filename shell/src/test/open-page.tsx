import { ToastRegion } from '@kickoff/ui';
import { currentPage, onToast, replaceAddress } from '@kickoff/web';
import { render } from '@testing-library/react';

import type { ScreenModule } from '../screen';
import { aRemote, installLive } from './remote-list';

const quiz = aRemote('quiz', {
  pages: { Quiz: { paths: ['/quiz/:round'], audience: 'fan', title: 'Quiz' } },
});

const admin = aRemote('admin', {
  pages: { AdminHome: { paths: ['/AdminHome'], audience: 'admin', title: 'Admin Dashboard' } },
});

/**
 * Renders a public page at an address, with the toast region. Remotes have the page `/quiz/:round`
 * for fans and `/AdminHome` for admins.
 */
export function openPage(address: string, { default: Page }: ScreenModule) {
  installLive(quiz, admin);
  replaceAddress(address);
  const page = currentPage();
  if (!page) throw new Error(`There is no page at ${address}.`);
  return render(
    <>
      <Page page={page} />
      <ToastRegion subscribe={onToast} />
    </>,
  );
}
