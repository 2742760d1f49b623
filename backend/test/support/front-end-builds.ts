import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { type KickoffManifest, RemoteDeclaration, SHELL } from '@kickoff/contracts';

import { SystemClock } from '../../src/common/time/clock.js';
import { Releases } from '../../src/remotes/releases.js';

const root = new URL('../../../', import.meta.url);

/** Every package in the version that a shell of these tests provides. */
export const PROVIDED = {
  '@kickoff/contracts': '1.0.0',
  '@kickoff/ui': '1.0.0',
  '@kickoff/web': '1.3.0',
  react: '19.0.0',
  'react-dom': '19.0.0',
} as const;

export const FANTASY_PAGE = {
  paths: ['/fantasy'],
  audience: 'fan',
  title: 'Fantasy',
} as const;
const FANTASY_ENTRY = {
  page: 'Fantasy',
  label: 'Fantasy',
  icon: 'trophy',
  place: 'main',
} as const;

/** Changes of a build's field `kickoff`, including invalid ones. */
export type KickoffChanges = { [Field in keyof KickoffManifest]?: unknown };

interface Changes {
  kickoff?: KickoffChanges;
  /** Fields of the manifest beside `kickoff`. */
  manifest?: Record<string, unknown>;
  /** Files that the manifest names but that are missing. */
  without?: readonly string[];
}

/** A folder of builds; removing it removes all of them. */
export class BuildsFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<BuildsFolder> {
    return new BuildsFolder(await mkdtemp(join(tmpdir(), 'kickoff-builds-')));
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }

  /** Writes a build of a remote, by default `fantasy` 1.0.0. */
  async remote(folder: string, changes: Changes = {}): Promise<string> {
    const kickoff = {
      manifest: 1,
      name: 'fantasy',
      version: '1.0.0',
      needs: { '@kickoff/web': '^1.0.0' },
      pages: { Fantasy: FANTASY_PAGE },
      navigation: [FANTASY_ENTRY],
      ...changes.kickoff,
    };
    const { version, pages } = kickoff;
    const mark = String(version).replaceAll(/\W/g, '').padStart(8, '0').slice(0, 8);
    const scripts = Object.keys(pages ?? {}).map((page) => `assets/page-${page}.${mark}.js`);
    const styles = Object.keys(pages ?? {}).map((page) => `assets/page-${page}.${mark}.css`);
    const entry = `assets/remoteEntry.${mark}.js`;
    return this.write(folder, changes, [entry, ...scripts, ...styles], {
      kickoff,
      id: 'kickoff_fantasy',
      name: 'kickoff_fantasy',
      metaData: { publicPath: 'auto', remoteEntry: { name: entry, path: '', type: 'global' } },
      exposes: [
        {
          path: './pages',
          assets: { js: { sync: [], async: scripts }, css: { sync: [], async: styles } },
        },
      ],
      shared: [],
      ...changes.manifest,
    });
  }

  /** Writes a build of the shell with the pages of its `remote.json`. */
  async shell(folder: string, changes: Changes = {}): Promise<string> {
    const declared = await declarationOf(SHELL);
    const kickoff = {
      manifest: 1,
      name: 'shell',
      version: '1.0.0',
      needs: PROVIDED,
      pages: declared.pages,
      navigation: [],
      ...changes.kickoff,
    };
    const names = [...Object.keys(declared.pages), 'fan', 'admin', 'Fallback'];
    const documents = Object.fromEntries(
      names.map((name) => [name, `pages/${name}.12345678.html`]),
    );
    const area = (name: string) => ({
      scripts: [`/assets/${name}-area.12345678.js`],
      styles: [`/assets/${name}-area.12345678.css`],
      fonts: ['/assets/text.12345678.woff2'],
    });
    const files = [
      'assets/fan-area.12345678.js',
      'assets/fan-area.12345678.css',
      'assets/admin-area.12345678.js',
      'assets/admin-area.12345678.css',
      'assets/text.12345678.woff2',
      'assets/sw.12345678.js',
    ];
    return this.write(folder, changes, [...files, ...Object.values(documents)], {
      id: 'shell',
      name: 'shell',
      kickoff,
      shell: {
        documents,
        hints: { fan: area('fan'), admin: area('admin') },
        offlineFiles: ['/assets/fan-area.12345678.js'],
        root: { '/sw.js': 'assets/sw.12345678.js' },
      },
      ...changes.manifest,
    });
  }

  private async write(
    folder: string,
    { without = [] }: Changes,
    files: readonly string[],
    manifest: object,
  ): Promise<string> {
    const path = join(this.path, folder);
    for (const file of files.filter((name) => !without.includes(name))) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), contentOf(file));
    }
    await mkdir(path, { recursive: true });
    await writeFile(join(path, 'mf-manifest.json'), JSON.stringify(manifest));
    return path;
  }
}

function contentOf(file: string): string {
  const name = /([^/]+)[.]12345678[.]html$/.exec(file)?.[1];
  if (name === undefined) return `/* ${file} */`;
  return `<!doctype html><html lang="en"><head><title>KickOff</title></head><body>${name}</body></html>`;
}

/** Releases this project's own pages to a data folder, as builds without their content. */
export async function releaseOwnPages(dataFolder: string): Promise<void> {
  const builds = await BuildsFolder.make();
  const releases = new Releases({ dataFolder, remotes: [] }, new SystemClock());
  try {
    await releases.release(SHELL, await builds.shell(SHELL));
    for (const name of ['fan', 'leagues', 'admin']) {
      await releases.release(
        name,
        await builds.remote(name, { kickoff: await declarationOf(name) }),
      );
    }
  } finally {
    await builds.remove();
  }
}

/** The declaration of the shell or a remote of this project. */
export async function declarationOf(name: string): Promise<RemoteDeclaration> {
  const folder = name === SHELL ? name : `mf-${name}`;
  const text = await readFile(new URL(`${folder}/remote.json`, root), 'utf8');
  return RemoteDeclaration.parse(JSON.parse(text));
}
