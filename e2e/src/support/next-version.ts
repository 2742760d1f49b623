import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { ROOT, run } from './releases.js';

const Package = z.looseObject({
  version: z.string(),
  peerDependencies: z.record(z.string(), z.string()),
});
const Declaration = z.looseObject({
  pages: z.record(z.string(), z.unknown()),
  navigation: z.array(z.unknown()),
});
const ShellManifest = z.looseObject({
  kickoff: z.looseObject({ version: z.string(), needs: z.record(z.string(), z.string()) }),
});

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../next-version/${name}`, import.meta.url));

/** The next versions of @kickoff/web, as the shells of `e2e/next-version/shell.config.mjs` provide them. */
export async function nextWebVersions(): Promise<{
  present: string;
  minor: string;
  major: string;
}> {
  const text = await readFile(join(ROOT, 'libs/web/package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return {
    present: version,
    minor: `${major}.${minor + 1}.0`,
    major: `${major + 1}.0.0`,
  };
}

/** Where the sources of the leagues may be changed for a next version. */
export interface LeaguesSources {
  /** Replaces a text in a file, and fails if the file no longer has it. */
  replace: (file: string, text: string, by: string) => Promise<void>;
  /** Adds the page Cups at /cups, with an entry in the navigation. */
  addCups: () => Promise<void>;
  /** Adds entries of the page Leagues to the navigation. */
  addEntries: (labels: readonly string[]) => Promise<void>;
  /** Raises the range of @kickoff/web. */
  need: (range: string) => Promise<void>;
}

/** Builds of the versions after this one, in folders that `remove` deletes. */
export class NextVersions {
  private readonly folders: string[] = [];
  private readonly shells: { minor?: Promise<string>; major?: Promise<string> } = {};

  /** Builds mf-leagues 1.1.0 as its team would, with these changes. Returns the folder of the build. */
  async leagues(change: (sources: LeaguesSources) => Promise<void>): Promise<string> {
    const folder = await this.aFolder();
    const at = (file: string) => join(folder, file);
    for (const name of ['src', 'remote.json', 'package.json']) {
      await cp(join(ROOT, 'mf-leagues', name), at(name), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), at('node_modules'));
    await edit(at('package.json'), Package, (own) => ({ ...own, version: '1.1.0' }));
    await change({
      replace: (file, text, by) => replaceIn(at(file), text, by),
      addCups: async () => {
        await cp(fixture('CupsPage.tsx.template'), at('src/pages/CupsPage.tsx'));
        await cp(fixture('CupsPage.module.css.template'), at('src/pages/CupsPage.module.css'));
        await edit(at('remote.json'), Declaration, ({ pages, navigation, ...others }) => ({
          ...others,
          pages: { ...pages, Cups: { paths: ['/cups'], audience: 'fan', title: 'Cups' } },
          navigation: [
            ...navigation,
            { page: 'Cups', label: 'Cups', icon: 'trophy', place: 'main' },
          ],
        }));
      },
      addEntries: (labels) =>
        edit(at('remote.json'), Declaration, ({ navigation, ...others }) => ({
          ...others,
          navigation: [
            ...navigation,
            ...labels.map((label) => ({ page: 'Leagues', label, icon: 'star', place: 'main' })),
          ],
        })),
      need: (range) =>
        edit(at('package.json'), Package, ({ peerDependencies, ...others }) => ({
          ...others,
          peerDependencies: { ...peerDependencies, '@kickoff/web': range },
        })),
    });
    const kit = join(ROOT, 'libs/remote-kit/bin/kickoff-remote.mjs');
    await succeed([process.execPath, kit, 'build'], folder);
    return at('dist');
  }

  /**
   * Builds the shell with the next minor or major version of @kickoff/web, each once. Returns the folder of
   * the build.
   */
  shell(step: 'minor' | 'major'): Promise<string> {
    return (this.shells[step] ??= this.buildShell(step));
  }

  async remove(): Promise<void> {
    for (const folder of this.folders) await rm(folder, { recursive: true, force: true });
  }

  private async buildShell(step: 'minor' | 'major'): Promise<string> {
    const folder = await this.aFolder();
    const webpack = join(ROOT, 'node_modules/webpack-cli/bin/cli.js');
    const config = fixture('shell.config.mjs');
    await succeed([
      ...([process.execPath, webpack, '--mode', 'production', '--config', config] as const),
      ...['--env', `step=${step}`, '--output-path', folder],
    ]);
    const { [step]: version } = await nextWebVersions();
    await edit(join(folder, 'mf-manifest.json'), ShellManifest, ({ kickoff, ...others }) => ({
      ...others,
      kickoff: { ...kickoff, version, needs: { ...kickoff.needs, '@kickoff/web': version } },
    }));
    return folder;
  }

  private async aFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'kickoff-next-version-'));
    this.folders.push(folder);
    return folder;
  }
}

async function replaceIn(file: string, text: string, by: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  if (!source.includes(text)) throw new Error(`${file} has no text '${text}'.`);
  await writeFile(file, source.replace(text, by));
}

async function edit<Content>(
  file: string,
  schema: z.ZodType<Content>,
  change: (content: Content) => object,
): Promise<void> {
  const content = schema.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify(change(content), undefined, 2));
}

async function succeed(words: readonly [string, ...string[]], cwd = ROOT): Promise<void> {
  const { code, output } = await run(words, { cwd });
  if (code !== 0) throw new Error(output);
}
