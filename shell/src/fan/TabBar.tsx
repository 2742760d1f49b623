import { MAIN, type PageMatch } from '@kickoff/contracts';
import { icons, Icon } from '@kickoff/ui';
import { addressOf, Link, requestComposer } from '@kickoff/web';
import type { ComponentProps } from 'react';

import { navigationLinks } from '../navigation/navigation-links';
import { texts } from '../texts';
import { More } from './More';
import { useEntryIcons } from './useEntryIcons';

/** Entries beyond these are behind a button. */
const MOST_TABS = 5;

type IconNode = ComponentProps<typeof Icon>['icon'];

function TabContent({ icon = [], label }: { icon: IconNode | undefined; label: string }) {
  return (
    <>
      <Icon icon={icon} size={24} />
      <span>{label}</span>
    </>
  );
}

interface TabProps {
  to: string;
  icon: IconNode | undefined;
  label: string;
  isCurrent: boolean;
}

function Tab({ to, icon, label, isCurrent }: TabProps) {
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined}>
      <TabContent icon={icon} label={label} />
    </Link>
  );
}

interface TabBarProps {
  page: PageMatch;
  onSearch: () => void;
}

/** The navigation of narrow screens. */
export function TabBar({ page, onSearch }: TabBarProps) {
  const links = navigationLinks(MAIN, page);
  const entryIcons = useEntryIcons(links.map(({ icon }) => icon));
  const entries = links.map((link) => ({ ...link, icon: entryIcons[link.icon] }));
  const hidden = entries.slice(MOST_TABS);
  const profile = addressOf('OwnProfile');
  return (
    <nav className="ko-tabbar" aria-label={texts.navigation.main}>
      {entries.slice(0, MOST_TABS).map(({ label, ...entry }) => (
        <Tab key={label} label={label} {...entry} />
      ))}
      {hidden.length > 0 ? (
        <More entries={hidden}>
          <TabContent icon={icons.ellipsis} label={texts.navigation.more} />
        </More>
      ) : null}
      <button type="button" onClick={requestComposer}>
        <TabContent icon={icons.squarePen} label={texts.navigation.post} />
      </button>
      <button type="button" aria-haspopup="dialog" onClick={onSearch}>
        <TabContent icon={icons.search} label={texts.navigation.search} />
      </button>
      <Tab
        to={profile}
        icon={icons.user}
        label={texts.navigation.profile}
        isCurrent={page.address === profile}
      />
    </nav>
  );
}
