import { Icon, icons, Overlay } from '@kickoff/ui';

import { FanSearch } from './FanSearch';

/** The search over the whole of a small screen. The default export, for a lazy chunk. */
export default function SearchSheet({ onClose }: { onClose: () => void }) {
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
