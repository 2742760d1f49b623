import { KickoffManifest } from '@kickoff/contracts';
import { z } from 'zod';

const Names = z.array(z.string());
const Files = z.object({ sync: Names, async: Names });
const Assets = z.object({ js: Files, css: Files });

/** What of a remote's `mf-manifest.json` is read: which files it has, and what KickOff adds. */
export const FederationManifest = z.object({
  kickoff: KickoffManifest,
  metaData: z.object({
    publicPath: z.string().optional(),
    remoteEntry: z.object({ name: z.string(), path: z.string().optional() }),
  }),
  exposes: z.array(
    z.object({ name: z.string().optional(), path: z.string().optional(), assets: Assets }),
  ),
  shared: z.array(z.object({ assets: Assets.optional() })).optional(),
});
export type FederationManifest = z.infer<typeof FederationManifest>;

const Addresses = z.array(z.string());

/** What of the shell's `mf-manifest.json` is read. */
export const ShellManifest = z.object({
  kickoff: KickoffManifest,
  shell: z.object({
    /** By page, `fan`, `admin` and `Fallback`: the file of the document. */
    documents: z.record(z.string(), z.string()),
    /** By audience: the addresses of what its pages load first. */
    hints: z.record(
      z.string(),
      z.object({ scripts: Addresses, styles: Addresses, fonts: Addresses }),
    ),
    /** The addresses of what home needs without a connection. */
    offlineFiles: Addresses,
    /** By address at the root: the file that answers it. */
    root: z.record(z.string(), z.string()),
  }),
});
export type ShellFiles = z.infer<typeof ShellManifest>['shell'];
