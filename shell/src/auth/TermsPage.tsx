import '@kickoff/ui/entrance.css';
import { Logo } from '@kickoff/ui';
import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';

export default function TermsPage() {
  usePageTitle();
  return (
    <main className="ko-page ko-page--pad ko-terms">
      <Link className="ko-logo" to={addressOf('Landing')} aria-label={texts.layout.startPage}>
        <Logo />
      </Link>
      <h1 className="ko-mt-4">{texts.terms.title}</h1>
      <p>{texts.terms.text}</p>
      <h2>{texts.terms.account}</h2>
      <p>{texts.terms.accountText}</p>
      <h2>{texts.terms.posts}</h2>
      <p>{texts.terms.postsText}</p>
      <h2>{texts.terms.fairPlay}</h2>
      <p>{texts.terms.fairPlayText}</p>
      <h2>{texts.terms.referees}</h2>
      <p>{texts.terms.refereesText}</p>
      <h2>{texts.terms.data}</h2>
      <p>{texts.terms.dataText}</p>
      <h2>{texts.terms.scores}</h2>
      <p>{texts.terms.scoresText}</p>
      <h2>{texts.terms.guarantee}</h2>
      <p>{texts.terms.guaranteeText}</p>
    </main>
  );
}
