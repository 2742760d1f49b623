import { type PageInfo, type PageName, PAGES, type RemoteName, REMOTES } from '@kickoff/contracts';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

import { builtFile } from './front-end-files.js';
import { LiveFile } from './live-file.js';

const Hints = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
);

/** What of a remote's manifest says which files its routes need. */
const Manifest = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string() }) }),
  exposes: z.array(
    z.object({
      assets: z.object({
        js: z.object({ sync: z.array(z.string()), async: z.array(z.string()) }),
      }),
    }),
  ),
});
type Manifest = z.infer<typeof Manifest>;

const asText = (text: string) => text;
const script = (address: string) => `<link rel="preload" as="script" href="${address}">`;
const data = (address: string) =>
  `<link rel="preload" as="fetch" crossorigin="anonymous" href="${address}">`;

/**
 * The documents that the shell's build made. Into those of pages with a
 * session go hints for the shell's and the remote's present files, so that the
 * browser fetches at once what would otherwise be found out step by step.
 */
@Injectable()
export class Documents {
  private readonly shell = new LiveFile(builtFile('shell/dist/index.html'), asText);
  private readonly hints = new LiveFile(builtFile('shell/dist/hints.json'), (text) =>
    Hints.parse(JSON.parse(text)),
  );
  private readonly manifests = new Map<RemoteName, LiveFile<Manifest>>(
    REMOTES.map((name) => [
      name,
      new LiveFile(builtFile(`mf-${name}/dist/mf-manifest.json`), (text) =>
        Manifest.parse(JSON.parse(text)),
      ),
    ]),
  );
  private readonly drawn = new Map<string, LiveFile<string>>();

  /** A page's document; undefined while the shell is not built. */
  async of(name: PageName): Promise<string | undefined> {
    const { audience, remote }: PageInfo = PAGES[name];
    if (audience === 'anyone') return this.drawnPage(name);
    const document = await this.shell.read();
    const links = [...(await this.shellHints(name)), ...(await this.remoteHints(name, remote))];
    return document?.replace('</head>', `${links.join('')}</head>`);
  }

  /** The document for an address that does not exist. */
  fallback(): Promise<string | undefined> {
    return this.drawnPage('Fallback');
  }

  private drawnPage(name: string): Promise<string | undefined> {
    const file =
      this.drawn.get(name) ?? new LiveFile(builtFile(`shell/dist/pages/${name}.html`), asText);
    this.drawn.set(name, file);
    return file.read();
  }

  private async shellHints(name: PageName): Promise<string[]> {
    const hints = await this.hints.read();
    return hints?.[name]?.scripts.map(script) ?? [];
  }

  private async remoteHints(name: PageName, remote: RemoteName | undefined): Promise<string[]> {
    const manifest = remote && (await this.manifests.get(remote)?.read());
    if (!manifest) return [];
    const base = `/remotes/${remote}/`;
    const files = manifest.exposes.flatMap(({ assets: { js } }) => [
      ...js.sync,
      ...js.async.filter((file) => file.includes(`page-${name}.`)),
    ]);
    return [
      data('/remotes.json'),
      data(`${base}mf-manifest.json`),
      ...[manifest.metaData.remoteEntry.name, ...files].map((file) => script(base + file)),
    ];
  }
}
