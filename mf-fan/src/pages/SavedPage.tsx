import '@kickoff/ui/lists.css';
import { addressOf, Link, useOwnProfile, usePageTitle } from '@kickoff/web';

import { usePostPages } from '../features/posts/api/post-pages';
import { SAVED_POSTS } from '../features/posts/api/saved-posts';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { PostList } from '../features/posts/PostList';
import { texts } from '../texts';

/** The posts that the reader has saved, newest saved first. */
export default function SavedPage() {
  usePageTitle();
  const { data: me } = useOwnProfile();
  const posts = usePostPages(SAVED_POSTS);
  return (
    <div className="ko-page ko-narrow">
      <section className="ko-sheet" aria-labelledby="saved">
        <div className="ko-sheet__head">
          <h1 id="saved">{texts.saved.title}</h1>
        </div>
        <LazyPostUpdates />
        <PostList
          label={texts.saved.posts}
          posts={posts}
          readerId={me?._id}
          emptyText={texts.saved.none}
          emptyAction={
            <Link className="ko-btn ko-btn--soft" to={addressOf('Home')}>
              {texts.posts.newest}
            </Link>
          }
        />
      </section>
    </div>
  );
}
