import { MAIN, type PageMatch } from '@kickoff/contracts';
import { icons, Icon, Logo, PictureButton, useIsNarrow } from '@kickoff/ui';
import { addressOf, Link, logOut, pictureAddress, useOwnProfile } from '@kickoff/web';

import { navigationLinks } from '../navigation/navigation-links';
import { BarLink } from './BarLink';
import { Bell } from './Bell';
import { FanSearch } from './FanSearch';
import { useTheme } from './useTheme';

/** Logo, navigation, search and the fan's own links. On narrow screens the tab bar navigates. */
export function TopBar({ page }: { page: PageMatch }) {
  const { data: me } = useOwnProfile();
  const isNarrow = useIsNarrow();
  const profile = addressOf('OwnProfile');
  useTheme(me?.settings.theme);
  return (
    <header className="ko-top">
      <div className="ko-top__in">
        <Link className="ko-logo" to={addressOf('Home')} aria-label="KickOff, home">
          <Logo />
        </Link>
        {isNarrow ? null : (
          <nav className="ko-top__nav" aria-label="Main">
            {navigationLinks(MAIN, page).map(({ to, isCurrent, label }) => (
              <BarLink key={label} to={to} isCurrent={isCurrent} label={label} />
            ))}
          </nav>
        )}
        <div className="ko-top__search">
          <FanSearch />
        </div>
        <div className="ko-top__me">
          <Bell />
          {me ? (
            <PictureButton
              fan={me}
              picture={pictureAddress(me)}
              large={pictureAddress(me, 640)}
              size={36}
            />
          ) : (
            <span className="ko-av ko-av--36" />
          )}
          <span className="ko-top__user">{me?.username}</span>
          <BarLink to={profile} isCurrent={page.address === profile} label="Profile" />
          <button className="ko-btn ko-btn--sm" type="button" onClick={() => void logOut('fan')}>
            <Icon icon={icons.logOut} size={16} />
            Logout
          </button>
        </div>
      </div>
    </header>
  );
}
