const POSTS = [0, 1, 2];
/** Sets a line's height by text, because documents must not contain inline styles. */
const SPACE = '\u00a0';

/** Placeholder for posts, from the document until the page has loaded. */
export function FeedSkeleton() {
  return (
    <div className="ko-page ko-home">
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
    </div>
  );
}
