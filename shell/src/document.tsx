// Templates of the shell's documents, rendered by the build: see tools/webpack/shell.mjs.
import { PageTable, type RemoteList, REMOTES_ELEMENT } from '@kickoff/contracts';
import { type Audience, installPages } from '@kickoff/web';
import { AtAddress } from '@kickoff/web/prerender';
import { renderToStaticMarkup, renderToString } from 'react-dom/server.edge';

import declaration from '../remote.json' with { type: 'json' };
import { App } from './App';
import { AppSkeleton } from './fan/AppSkeleton';
import favicon from './favicon.svg';
import icon from './icons/icon-192.png';
import './icons/icon-512.png';
import './icons/icon-maskable-512.png';
import manifest from './manifest.webmanifest';
import { SHELL_PAGES_ELEMENT } from './remotes/remote-list';
import { loadScreen } from './screens';
import { texts } from './texts';

// The documents of remotes' pages are those of their audiences.
installPages([declaration]);
const shellPages = new PageTable([declaration]);

interface DocumentProps {
  /** The address whose page is prerendered; none for pages that require a session. */
  address?: string;
  /** The audience whose pages the document serves, if they require a session. */
  audience?: Audience;
  scripts: string[];
  styles: string[];
  /** The fonts of the prerendered text. */
  fonts?: string[];
  /** What a development server lists; otherwise the server adds what is live. */
  remotes?: RemoteList;
}

async function draw({
  address,
  audience,
}: DocumentProps): Promise<{ title: string; html: string }> {
  if (address === undefined) {
    const html = audience === 'fan' ? renderToStaticMarkup(<AppSkeleton />) : '';
    return { title: texts.layout.name, html };
  }
  const page = shellPages.pageAt(address);
  if (page) await loadScreen(page);
  const html = renderToString(
    <AtAddress value={address}>
      <App />
    </AtAddress>,
  );
  return { title: `${page?.title ?? texts.fallback.title} · KickOff`, html };
}

/** Data for the scripts of the document: nothing of it runs. */
function Data({ id, value }: { id: string; value: object }) {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />;
}

/**
 * Renders a document. Scripts and styles are files: the content security policy allows nothing
 * inline.
 */
export default async function document(props: DocumentProps) {
  const { audience, scripts, styles, fonts = [], remotes } = props;
  const { title, html } = await draw(props);
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        {/* Search engines see no page that requires a session. */}
        {audience === undefined ? (
          <meta name="description" content={texts.layout.description} />
        ) : null}
        <title>{title}</title>
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#111815" media="(prefers-color-scheme: dark)" />
        <link rel="manifest" href={manifest} />
        <link rel="icon" href={favicon} />
        <link rel="apple-touch-icon" href={icon} />
        {fonts.map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            href={font}
          />
        ))}
        {styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {scripts.map((script) => (
          // Before all hints: the document has no prerendered text to read meanwhile.
          <script key={script} defer src={script} {...(audience && { fetchPriority: 'high' })} />
        ))}
      </head>
      <body>
        <div
          id="root"
          data-drawn={audience ? undefined : ''}
          dangerouslySetInnerHTML={{ __html: html }}
        />
        <noscript>{texts.layout.noScript}</noscript>
        <Data id={SHELL_PAGES_ELEMENT} value={declaration.pages} />
        {remotes ? <Data id={REMOTES_ELEMENT} value={remotes} /> : null}
      </body>
    </html>,
  );
  return `<!doctype html>${markup}`;
}
