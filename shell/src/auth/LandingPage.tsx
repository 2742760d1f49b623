import '@kickoff/ui/entrance.css';
import { LEAGUES } from '@kickoff/contracts';
import { Avatar, Logo } from '@kickoff/ui';
import { addressOf, Link, usePageTitle } from '@kickoff/web';

/** Illustration of the product, for wide screens. */
function Glimpses() {
  return (
    <>
      <div className="ko-glimpse" aria-hidden="true">
        <div className="ko-row">
          <Avatar fan={{ _id: 'priya', username: 'priya_raman' }} size={36} />
          <b>priya_raman</b>
        </div>
        <p>Ninety-third minute. I have no voice left and no regrets.</p>
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
          <Logo label="KickOff" />
        </span>
      </header>
      <div className="ko-landing__ring">
        <h1>
          Welcome
          <br />
          to KickOff
        </h1>
        <p>Posts, stories and live scores from fans who never miss the first whistle.</p>
        <p>
          <strong>Choose your login to continue.</strong>
        </p>
        <div className="ko-landing__cta">
          <Link className="ko-btn ko-btn--lg ko-btn--chalk" to={addressOf('UserLogin')}>
            User Login
          </Link>
          <Link className="ko-btn ko-btn--lg ko-btn--chalkline" to={addressOf('AdminLogin')}>
            Admin Login
          </Link>
        </div>
        <span className="ko-landing__ball" aria-hidden="true" />
      </div>
      <Glimpses />
      <footer>
        <span>Eight leagues. One feed.</span>
      </footer>
    </main>
  );
}
