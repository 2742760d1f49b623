import { PAGES, type PageName, type PageParams } from '@kickoff/contracts';
import { ErrorState, Loading, ToastRegion } from '@kickoff/ui';
import {
  Link,
  onToast,
  ServerState,
  usePage,
  useSession,
  type Audience,
  type LoadPage,
  type PageComponent,
  type RemoteModule,
} from '@kickoff/web';
import { useEffect, useState } from 'react';

import { StandAloneLogin } from './StandAloneLogin';

interface StandAloneProps {
  remote: RemoteModule;
  audience: Audience;
}

function LoadedPage({ load, params }: { load: LoadPage; params: PageParams }) {
  const [Page, setPage] = useState<PageComponent>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    load().then(
      (module) => setPage(() => module.default),
      () => setFailed(true),
    );
  }, [load]);
  if (Page) return <Page params={params} />;
  return hasFailed ? (
    <ErrorState text="This page did not load." onRetry={() => location.reload()} />
  ) : (
    <Loading />
  );
}

/** The login without a session, then the page of the address, or the list of the remote's pages. */
function CurrentPage({ remote, audience }: StandAloneProps) {
  const token = useSession(audience);
  const page = usePage();
  if (token === null) return <StandAloneLogin audience={audience} />;
  const load = page && remote.routes[page.name];
  if (load) return <LoadedPage key={page.address} load={load} params={page.params} />;
  const names = Object.keys(remote.routes) as PageName[];
  return (
    <ul className="ko-page ko-page--pad">
      {names.map((name) => (
        <li key={name}>
          <Link to={PAGES[name].paths[0]}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

/** A micro-frontend without the shell. */
export function StandAlone({ remote, audience }: StandAloneProps) {
  return (
    <ServerState of={audience}>
      <main>
        <CurrentPage remote={remote} audience={audience} />
      </main>
      <ToastRegion subscribe={onToast} />
    </ServerState>
  );
}
