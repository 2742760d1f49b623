import '@kickoff/ui/lists.css';
import type { SearchType } from '@kickoff/contracts';
import { EmptyState, fillText } from '@kickoff/ui';
import { addressWith, goTo, useAddressQuery, useOwnProfile, usePageTitle } from '@kickoff/web';

import { foundKey } from '../features/posts/api/found-posts';
import { FoundPostList } from '../features/posts/FoundPostList';
import { FoundPosts } from '../features/posts/FoundPosts';
import { LazyPostUpdates } from '../features/posts/LazyPostUpdates';
import { FoundList } from '../features/search/FoundList';
import { moveAmongResults } from '../features/search/move-among-results';
import { isSearchable, readSearch } from '../features/search/search-address';
import { SearchBox } from '../features/search/SearchBox';
import { SearchGroups } from '../features/search/SearchGroups';
import { SearchTypes } from '../features/search/SearchTypes';
import { texts } from '../texts';

const showType = (type: SearchType | undefined) => goTo(addressWith({ type: type ?? '' }));

/** Finds fans, teams, leagues and posts. Text and kind are in the address. */
export default function SearchPage() {
  const { data: me } = useOwnProfile();
  const { text, type } = readSearch(useAddressQuery());
  usePageTitle(text === '' ? texts.search.title : fillText(texts.search.pageTitle, { text }));
  const results = () => {
    if (!isSearchable(text)) {
      return <EmptyState text={texts.search.tooShort} />;
    }
    if (type === 'posts') return <FoundPostList key={text} text={text} readerId={me?._id} />;
    if (type) return <FoundList type={type} text={text} readerId={me?._id} />;
    return (
      <SearchGroups
        text={text}
        postsKey={foundKey(text)}
        readerId={me?._id}
        onType={showType}
        renderPosts={(posts) => <FoundPosts posts={posts} readerId={me?._id} />}
      />
    );
  };
  return (
    <div className="ko-page ko-narrow">
      {/* The arrow keys move between the links inside. */}
      <div className="ko-sheet" onKeyDown={moveAmongResults}>
        <div className="ko-pad">
          <h1>{texts.search.title}</h1>
          <div className="ko-mt-3">
            <SearchBox text={text} />
          </div>
          <div className="ko-mt-3">
            <SearchTypes type={type} onType={showType} />
          </div>
        </div>
        <LazyPostUpdates />
        {results()}
      </div>
    </div>
  );
}
