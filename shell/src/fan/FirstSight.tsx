import { Logo } from '@kickoff/ui';

const POSTS = [0, 1, 2];
/** Gives a line its height: in a document no style can be written. */
const SPACE = '\u00a0';

/** What a fan sees of any page before its scripts have come: the bar, and the shape of posts. */
export function FirstSight() {
  return (
    <>
      <header className="ko-top">
        <div className="ko-top__in">
          <span className="ko-logo">
            <Logo label="KickOff" />
          </span>
        </div>
      </header>
      <main className="ko-page ko-home" aria-busy="true">
        <div className="ko-home__left" />
        <div className="ko-sheet">
          {POSTS.map((post) => (
            <div className="ko-post" key={post}>
              <span className="ko-av ko-av--44" />
              <div className="ko-post__body">
                <span className="ko-sk ko-mt-2">{SPACE}</span>
                <span className="ko-sk ko-mt-2">{SPACE}</span>
              </div>
            </div>
          ))}
        </div>
      </main>
    </>
  );
}
