import { type PageName, type RemoteList, type RemoteName, REMOTES } from '@kickoff/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';

import { ClientErrorsService } from '../client-errors/client-errors.service.js';
import { builtFile } from './front-end-files.js';
import { LiveFile } from './live-file.js';

const Files = z.object({ sync: z.array(z.string()), async: z.array(z.string()) });

/** What of a remote's manifest says which files its routes need. */
const Manifest = z.object({
  metaData: z.object({
    buildInfo: z.object({ buildVersion: z.string() }),
    remoteEntry: z.object({ name: z.string() }),
  }),
  exposes: z.array(
    z.object({
      assets: z.object({
        js: Files,
        css: Files,
      }),
    }),
  ),
});
type Manifest = z.infer<typeof Manifest>;

const isOfPage = (file: string, page: PageName) => file.includes(`page-${page}.`);
const fileOf = (name: RemoteName, file: string) => `/remotes/${name}/${file}`;

/** The micro-frontends as they are built now; a release of one needs no restart. */
@Injectable()
export class RemoteBuilds implements OnModuleInit {
  private readonly manifests = REMOTES.map((name) => ({
    name,
    manifest: new LiveFile<Manifest>(builtFile(`mf-${name}/dist/mf-manifest.json`), (text) =>
      Manifest.parse(JSON.parse(text)),
    ),
  }));

  constructor(private readonly clientErrors: ClientErrorsService) {}

  onModuleInit(): void {
    this.clientErrors.registerVersions(async () => (await this.list()).remotes);
  }

  /** What the shell reads to find the remotes at run time; one that is not built is not named. */
  async list(): Promise<RemoteList> {
    const built = await Promise.all(
      this.manifests.map(async ({ name, manifest }) => {
        const content = await manifest.read();
        if (!content) return [];
        const { remoteEntry, buildInfo } = content.metaData;
        return [{ name, version: buildInfo.buildVersion, entry: fileOf(name, remoteEntry.name) }];
      }),
    );
    return { version: 1, remotes: built.flat() };
  }

  /** The scripts and style sheets that a page of a remote needs, in the order of their need. */
  filesOf(remote: RemoteName, page: PageName): Promise<string[]> {
    return this.files(remote, (file) => isOfPage(file, page));
  }

  /** The same with the files that the page loads later, when they are first used. */
  allFilesOf(remote: RemoteName, page: PageName): Promise<string[]> {
    return this.files(remote, (file) => isOfPage(file, page) || !file.includes('page-'));
  }

  private async files(
    remote: RemoteName,
    isNeeded: (asyncFile: string) => boolean,
  ): Promise<string[]> {
    const manifest = await this.manifests.find(({ name }) => name === remote)?.manifest.read();
    if (!manifest) return [];
    const files = manifest.exposes.flatMap(({ assets: { js, css } }) => [
      ...js.sync,
      ...css.sync,
      ...css.async.filter(isNeeded),
      ...js.async.filter(isNeeded),
    ]);
    return [manifest.metaData.remoteEntry.name, ...files].map((file) => fileOf(remote, file));
  }
}
