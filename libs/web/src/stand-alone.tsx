// A micro-frontend alone in a page of its own, as its team works on it. By name, not by path:
// the remote shares `@kickoff/web`, and a second copy of it would have a session of its own.
import {
  callApi,
  Link,
  ServerState,
  startSession,
  usePage,
  useSession,
  type Audience,
  type LoadPage,
  type PageComponent,
  type RemoteModule,
} from '@kickoff/web';
import { PAGES, type PageName, type PageParams } from '@kickoff/contracts';
import { StrictMode, useEffect, useState, type FormEvent } from 'react';
import { createRoot } from 'react-dom/client';

const LOGIN_CALL = { fan: '/api/auth/login', admin: '/api/admin/login' } as const;

function AloneLogin({ audience }: { audience: Audience }) {
  const [fault, setFault] = useState('');
  const logIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    callApi<{ token: string }>(LOGIN_CALL[audience], { method: 'POST', body }).then(
      ({ token }) => startSession(audience, token),
      (failure: unknown) => setFault(String(failure)),
    );
  };
  return (
    <form className="ko-form ko-page ko-page--pad" onSubmit={logIn}>
      <label className="ko-field">
        Email
        <input className="ko-input" name="email" type="email" required />
      </label>
      <label className="ko-field">
        Password
        <input className="ko-input" name="password" type="password" required />
      </label>
      <p role="alert">{fault}</p>
      <button className="ko-btn ko-btn--primary">Login</button>
    </form>
  );
}

function AlonePage({ load, params }: { load: LoadPage; params: PageParams }) {
  const [Page, setPage] = useState<PageComponent>();
  useEffect(() => {
    void load().then((module) => setPage(() => module.default));
  }, [load]);
  return Page ? <Page params={params} /> : <p role="status">Loading...</p>;
}

function Alone({ remote, audience }: { remote: RemoteModule; audience: Audience }) {
  const token = useSession(audience);
  const page = usePage();
  if (token === null) return <AloneLogin audience={audience} />;
  const load = page && remote.routes[page.name];
  if (load) return <AlonePage key={page.address} load={load} params={page.params} />;
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

/** Starts a micro-frontend without the shell, with a login of its own against the running API. */
export function startAlone(remote: RemoteModule, audience: Audience): void {
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(
    <StrictMode>
      <ServerState of={audience}>
        <main>
          <Alone remote={remote} audience={audience} />
        </main>
      </ServerState>
    </StrictMode>,
  );
}
