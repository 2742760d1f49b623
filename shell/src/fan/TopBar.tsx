import { MAIN, type PageMatch } from '@kickoff/contracts';
import { Avatar, icons, Icon, Logo, useIsNarrow } from '@kickoff/ui';
import {
  addressOf,
  Link,
  logOut,
  pictureAddress,
  useLazyComponent,
  useOwnProfile,
} from '@kickoff/web';

import { navigationLinks } from '../navigation/navigation-links';
import { texts } from '../texts';
import { BarLink } from './BarLink';
import { Bell } from './Bell';
import { countLinksInBar } from './links-in-bar';
import { More } from './More';
import { SearchBox } from './search/SearchBox';
import { useTheme } from './useTheme';

const loadPicture = () => import(/* webpackChunkName: "own-picture" */ './OwnPicture');

/** Logo, navigation, search and the fan's own links. On narrow screens the tab bar navigates. */
export function TopBar({ page }: { page: PageMatch }) {
  const { data: me } = useOwnProfile();
  const isNarrow = useIsNarrow();
  const picture = useLazyComponent(loadPicture);
  const profile = addressOf('OwnProfile');
  const links = navigationLinks(MAIN, page);
  const count = countLinksInBar(links.map(({ label }) => label));
  // Without icons, which only the tab bar has loaded.
  const hidden = links.slice(count).map((link) => ({ ...link, icon: undefined }));
  useTheme(me?.settings.theme);
  return (
    <header className="ko-top">
      <div className="ko-top__in">
        <Link className="ko-logo" to={addressOf('Home')} aria-label={texts.navigation.home}>
          <Logo />
        </Link>
        {isNarrow ? null : (
          <nav className="ko-top__nav" aria-label={texts.navigation.main}>
            {links.slice(0, count).map(({ to, isCurrent, label }) => (
              <BarLink key={label} to={to} isCurrent={isCurrent} label={label} />
            ))}
            {hidden.length > 0 ? (
              <More className="ko-btn ko-btn--sm" entries={hidden} isBelow>
                {texts.navigation.more}
              </More>
            ) : null}
          </nav>
        )}
        <div className="ko-top__search">
          <SearchBox />
        </div>
        <div className="ko-top__me">
          <Bell />
          {me ? (
            <button
              className="ko-pic"
              type="button"
              aria-label={texts.navigation.picture}
              aria-haspopup="dialog"
              onClick={picture.open}
            >
              <Avatar fan={me} picture={pictureAddress(me)} size={36} />
            </button>
          ) : (
            <span className="ko-av ko-av--36" />
          )}
          <span className="ko-top__user">{me?.username}</span>
          <BarLink
            to={profile}
            isCurrent={page.address === profile}
            label={texts.navigation.profile}
          />
          <button className="ko-btn ko-btn--sm" type="button" onClick={() => void logOut('fan')}>
            <Icon icon={icons.logOut} size={16} />
            {texts.logOut.button}
          </button>
        </div>
      </div>
      {me && picture.Component ? (
        <picture.Component fan={me} large={pictureAddress(me, 640)} onClose={picture.close} />
      ) : null}
    </header>
  );
}
