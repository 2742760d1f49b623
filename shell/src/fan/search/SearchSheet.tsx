import { texts } from '../../texts';
import './search-sheet.css';
import { Icon, icons, Overlay } from '@kickoff/ui';
import { usePage } from '@kickoff/web';
import { useEffect, useState } from 'react';

import { SearchBox } from './SearchBox';

/** The search as a full screen, for phones. Default export, for a lazy chunk. */
export default function SearchSheet({ onClose }: { onClose: () => void }) {
  const address = usePage()?.address;
  const [openedAt] = useState(address);
  useEffect(() => {
    // Back must lead to the previous page, not to the page under the search.
    if (address !== openedAt) onClose();
  });
  return (
    <Overlay className="ko-searchsheet" aria-label={texts.search.label} onLeave={onClose}>
      <div className="ko-head">
        <h2>{texts.search.label}</h2>
        <button
          className="ko-icbtn"
          type="button"
          aria-label={texts.search.close}
          onClick={onClose}
        >
          <Icon icon={icons.x} />
        </button>
      </div>
      <SearchBox isSheet onGone={onClose} />
    </Overlay>
  );
}
