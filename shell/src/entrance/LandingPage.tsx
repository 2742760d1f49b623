import { Logo } from '@kickoff/ui';
import { addressOf, Link, usePageTitle } from '@kickoff/web';

export const title = 'Welcome';

export default function LandingPage() {
  usePageTitle(title);
  return (
    <main className="ko-landing">
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
      <footer>
        <span>Eight leagues. One feed.</span>
      </footer>
    </main>
  );
}
