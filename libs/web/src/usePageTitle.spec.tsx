import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render } from '@testing-library/react';

import { replaceAddress, goTo, usePage } from './addresses';
import { installPages } from './pages';
import { showNews, useDeclaredTitle, usePageTitle } from './usePageTitle';

beforeEach(() => {
  installPages([
    {
      name: 'fantasy',
      pages: {
        Fantasy: { paths: ['/fantasy'], audience: 'fan', title: 'Fantasy' },
        Draft: { paths: ['/draft'], audience: 'fan', title: 'Draft' },
      },
    },
  ]);
  replaceAddress('/fantasy');
  showNews(0);
});

function Page({ title }: { title: string | undefined }) {
  usePageTitle(title);
  return <h1>Page</h1>;
}
function Product({ title }: { title?: string }) {
  const page = usePage();
  useDeclaredTitle(page);
  return <Page key={page?.address} title={title} />;
}

describe('useDeclaredTitle', () => {
  it('shows the title declared by the current page', () => {
    render(<Product />);
    expect(document.title).toBe('Fantasy · KickOff');

    act(() => goTo('/draft'));

    expect(document.title).toBe('Draft · KickOff');
  });

  it('does not replace a title set by the page', () => {
    render(<Product title="Round 3" />);

    expect(document.title).toBe('Round 3 · KickOff');
  });

  it('preserves the number of unread notifications', () => {
    showNews(2);
    render(<Product />);

    expect(document.title).toBe('(2) Fantasy · KickOff');
  });
});
