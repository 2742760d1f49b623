import { usePageTitle } from '@kickoff/web';

export const title = 'Terms and conditions';

export default function TermsPage() {
  usePageTitle(title);
  return (
    <main className="ko-page ko-page--pad">
      <h1>Terms and conditions</h1>
    </main>
  );
}
