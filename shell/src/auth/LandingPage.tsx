import '@kickoff/ui/entrance.css';
import { LEAGUES } from '@kickoff/contracts';
import { Avatar, FilledText, Logo } from '@kickoff/ui';
import { addressOf, Link, usePageTitle } from '@kickoff/web';

import { texts } from '../texts';

/** Illustration of the product, for wide screens. */
function Glimpses() {
  return (
    <>
      <div className="ko-glimpse" aria-hidden="true">
        <div className="ko-row">
          <Avatar fan={{ _id: 'priya', username: texts.landing.glimpseFan }} size={36} />
          <b>{texts.landing.glimpseFan}</b>
        </div>
        <p>{texts.landing.glimpsePost}</p>
      </div>
      <ul className="ko-glimpse" aria-hidden="true">
        {LEAGUES.map((league) => (
          <li key={league}>{league.replaceAll('_', ' ')}</li>
        ))}
      </ul>
    </>
  );
}

function PitchLines() {
  return (
    <svg
      className="ko-landing__line"
      viewBox="0 0 1440 900"
      preserveAspectRatio="none"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <path
        vectorEffect="non-scaling-stroke"
        d="M720 0V900M0 190H216V710H0M0 320H86V580H0M1440 190H1224V710H1440M1440 320H1354V580H1440"
      />
    </svg>
  );
}

export default function LandingPage() {
  usePageTitle();
  return (
    <main className="ko-landing">
      <PitchLines />
      <header>
        <span className="ko-logo">
          <Logo label={texts.layout.name} />
        </span>
      </header>
      <div className="ko-landing__ring">
        <h1>
          <FilledText text={texts.landing.title} values={{ line: <br /> }} />
        </h1>
        <p>{texts.landing.text}</p>
        <p>
          <strong>{texts.landing.choose}</strong>
        </p>
        <div className="ko-landing__cta">
          <Link className="ko-btn ko-btn--lg ko-btn--chalk" to={addressOf('UserLogin')}>
            {texts.landing.user}
          </Link>
          <Link className="ko-btn ko-btn--lg ko-btn--chalkline" to={addressOf('AdminLogin')}>
            {texts.landing.admin}
          </Link>
        </div>
        <p className="ko-landing__new">
          {texts.login.noAccount.fan}{' '}
          <Link to={addressOf('UserRegister')}>{texts.auth.signUp}</Link>
        </p>
        <span className="ko-landing__ball" aria-hidden="true" />
      </div>
      <Glimpses />
      <footer>
        <span>{texts.landing.foot}</span>
      </footer>
    </main>
  );
}
