import { Icon, icons, Overlay } from '@kickoff/ui';
import { usePage } from '@kickoff/web';
import { useEffect, useState } from 'react';

import { FanSearch } from './FanSearch';

/** The search over the whole of a small screen. The default export, for a lazy chunk. */
export default function SearchSheet({ onClose }: { onClose: () => void }) {
  const address = usePage()?.address;
  const [openedAt] = useState(address);
  useEffect(() => {
    // The way back leads to a page, not to a page below the search.
    if (address !== openedAt) onClose();
  });
  return (
    <Overlay aria-label="Search fans" style={{ placeItems: 'start center' }} onLeave={onClose}>
      <div className="ko-dialog">
        <div className="ko-head">
          <h2>Search</h2>
          <button className="ko-icbtn" type="button" aria-label="Close" onClick={onClose}>
            <Icon icon={icons.x} />
          </button>
        </div>
        <FanSearch isAsked onGone={onClose} />
      </div>
    </Overlay>
  );
}
