const POSTS = [0, 1, 2];
/** Gives a line its height: in a document no style can be written. */
const SPACE = '\u00a0';

/** Stands in a page from the document on, until the page itself is here. */
export function PostShapes() {
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
