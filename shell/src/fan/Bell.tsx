import { icons, Icon } from '@kickoff/ui';
import { addressOf, Link, useLater } from '@kickoff/web';

const loadLive = () => import(/* webpackChunkName: "fan-later" */ './live/LiveBell');

/** The way to the notifications; soon after the page is there, with their number. */
export function Bell() {
  const live = useLater(loadLive);
  return (
    <span style={{ position: 'relative' }}>
      {live.Part ? (
        <live.Part />
      ) : (
        <Link className="ko-icbtn" to={addressOf('Notifications')} aria-label="Notifications">
          <Icon icon={icons.bell} />
        </Link>
      )}
    </span>
  );
}
