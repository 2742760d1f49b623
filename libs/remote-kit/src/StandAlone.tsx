import type { PageMatch, PageParams, RemoteDeclaration } from '@kickoff/contracts';
import { ErrorState, Loading, ToastRegion } from '@kickoff/ui';
import {
  Link,
  onToast,
  ServerState,
  useDeclaredTitle,
  usePage,
  useSession,
  type Audience,
  type LoadPage,
  type PageComponent,
  type RemoteModule,
} from '@kickoff/web';
import { useEffect, useState } from 'react';

import { StandAloneLogin } from './StandAloneLogin';
import { texts } from './texts';

interface StandAloneProps extends RemoteModule {
  /** Its pages are installed. */
  declaration: RemoteDeclaration;
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
    <ErrorState text={texts.page.failed} onRetry={() => location.reload()} />
  ) : (
    <Loading />
  );
}

/** Links to the pages whose addresses have no parameters. */
function PageList({ pages }: { pages: RemoteDeclaration['pages'] }) {
  const plain = Object.values(pages).filter(({ paths: [path] }) => !path.includes(':'));
  return (
    <ul className="ko-page ko-page--pad">
      {plain.map(({ paths: [path], title }) => (
        <li key={path}>
          <Link to={path}>{title}</Link>
        </li>
      ))}
    </ul>
  );
}

/** The audience of the current page; elsewhere, of the remote's first page. */
function audienceOf(page: PageMatch | undefined, { pages }: RemoteDeclaration): Audience {
  const [first] = Object.values(pages);
  return (page ?? first)?.audience === 'admin' ? 'admin' : 'fan';
}

/** A micro-frontend without the shell: its login, then the page of the address or a list of pages. */
export function StandAlone({ declaration, pages }: StandAloneProps) {
  const page = usePage();
  const audience = audienceOf(page, declaration);
  const token = useSession(audience);
  useDeclaredTitle(page);
  const load = page && pages[page.name];
  const content = load ? (
    <LoadedPage key={page.address} load={load} params={page.params} />
  ) : (
    <PageList pages={declaration.pages} />
  );
  return (
    <ServerState of={audience}>
      <main>{token === null ? <StandAloneLogin audience={audience} /> : content}</main>
      <ToastRegion subscribe={onToast} />
    </ServerState>
  );
}
