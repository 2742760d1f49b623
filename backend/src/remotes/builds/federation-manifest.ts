import { KickoffManifest } from '@kickoff/contracts';
import { z } from 'zod';

const Names = z.array(z.string());
const Files = z.object({ sync: Names, async: Names });
const Assets = z.object({ js: Files, css: Files });

/** The parts of a remote's `mf-manifest.json` that are read: its files, and KickOff's additions. */
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

/** The parts of the shell's `mf-manifest.json` that are read. */
export const ShellManifest = z.object({
  kickoff: KickoffManifest,
  shell: z.object({
    /** By page, `fan`, `admin` and `Fallback`: the file of the document. */
    documents: z.record(z.string(), z.string()),
    /** By audience: addresses of the files that its pages load first. */
    hints: z.record(
      z.string(),
      z.object({ scripts: Addresses, styles: Addresses, fonts: Addresses }),
    ),
    /** Addresses of the files that the home page needs offline. */
    offlineFiles: Addresses,
    /** By root address: the file that is served there. */
    root: z.record(z.string(), z.string()),
  }),
});
export type ShellFiles = z.infer<typeof ShellManifest>['shell'];
