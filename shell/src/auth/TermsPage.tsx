import '@kickoff/ui/entrance.css';
import { Logo } from '@kickoff/ui';
import { addressOf, Link, usePageTitle } from '@kickoff/web';

export default function TermsPage() {
  usePageTitle();
  return (
    <main className="ko-page ko-page--pad ko-terms">
      <Link className="ko-logo" to={addressOf('Landing')} aria-label="KickOff, start page">
        <Logo />
      </Link>
      <h1 className="ko-mt-4">Terms and conditions</h1>
      <p>
        KickOff is a place for football fans: posts, stories, comments and live scores. These are
        the rules that make it work. By registering you agree to them.
      </p>
      <h2>Your account</h2>
      <p>
        One person, one account. Give an email address that is yours, because a forgotten password
        is reset through it. Keep your password to yourself. What is done with your account counts
        as done by you.
      </p>
      <h2>What you post</h2>
      <p>
        What you write and upload stays yours. You let KickOff store it and show it to the other
        fans, for as long as it is here. Post only what you may pass on: your own words and
        pictures, or those whose owner agrees.
      </p>
      <h2>Fair play</h2>
      <p>
        Argue about football as loudly as you like. Do not threaten, harass or insult people for who
        they are, do not pretend to be somebody else, and do not post spam, private data of others
        or anything the law forbids.
      </p>
      <h2>The referees</h2>
      <p>
        Every fan can report a post, a comment, a story or an account. Admins may remove what breaks
        these rules and suspend an account, for a while or for good.
      </p>
      <h2>Your data</h2>
      <p>
        KickOff keeps what you give at registration, what you post, and the technical records that
        sessions and safety need. Other fans see your email and phone unless you hide them. Nothing
        is sold and there is no advertising. When your account is deleted, your posts, comments,
        likes, stories and files go with it.
      </p>
      <h2>Scores and tables</h2>
      <p>
        Football data comes from other sources and can be late or wrong. Each page says where its
        data comes from and how old it is. Do not place bets on it.
      </p>
      <h2>No guarantee</h2>
      <p>
        We do our best to keep KickOff running, and cannot promise that it always will. If these
        terms change in a way that matters to you, you are told before the change counts.
      </p>
    </main>
  );
}
