import { z } from 'zod';

import { MAIN, NAVIGATION_ICONS, NAVIGATION_PLACES, type NavigationPlace } from './navigation.js';
import type { PageDeclaration } from './page-table.js';

/** The name that the shell uses in place of a remote's. */
export const SHELL = 'shell';
/** In bytes: the largest manifest of a federation build that is read. */
export const MANIFEST_MAX_BYTES = 1024 * 1024;

/** What a remote may need, and the shell provides, by the names of the packages. */
export const SHARED_PACKAGES = [
  '@kickoff/contracts',
  '@kickoff/ui',
  '@kickoff/web',
  'react',
  'react-dom',
] as const;
export type SharedPackage = (typeof SHARED_PACKAGES)[number];

const nameForm = "must be 2 to 31 of a-z 0-9 -, begin with a letter, and not be 'shell'";
export const RemoteName = z
  .string(nameForm)
  .regex(/^[a-z][a-z0-9-]{1,30}$/, nameForm)
  .refine((name) => name !== SHELL, nameForm);

const versionForm = 'must be a semantic version such as 1.2.3';
const Version = z
  .string(versionForm)
  .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/, versionForm)
  .max(40, versionForm);

const textForm = 'must be a text of 1 to 60 characters';
const Text = z.string(textForm).min(1, textForm).max(60, textForm);

const PARAMETER = /^:[A-Za-z][A-Za-z0-9]*$/;
const LITERAL = /^[A-Za-z0-9._~-]+$/;

/** Whether each part of a pattern is plain text or a parameter, and no parameter stands in it twice. */
function isPattern(pattern: string): boolean {
  if (pattern === '/') return true;
  const parts = pattern.split('/').slice(1);
  const parameters = parts.filter((part) => part.startsWith(':'));
  const isClimbing = parts.some((part) => part === '.' || part === '..');
  return (
    pattern.startsWith('/') &&
    !isClimbing &&
    parts.every((part) => LITERAL.test(part) || PARAMETER.test(part)) &&
    new Set(parameters).size === parameters.length
  );
}

const patternForm = 'must be a path such as /fantasy or /draft/:round';
const Pattern = z.string(patternForm).max(100, patternForm).refine(isPattern, patternForm);

const addressForm = 'must be a GET address under /api/';
const ApiAddress = z
  .string(addressForm)
  .max(300, addressForm)
  .regex(/^\/api\/(?!.*(?:\/\/|\.\.))[A-Za-z0-9._~:@!$&()*+,;=%/?-]+$/, addressForm);

const Preload = z.union(
  [
    ApiAddress,
    z.strictObject({
      cookie: z.string().regex(/^[\w-]{1,60}$/),
      values: z.record(z.string(), ApiAddress),
      otherwise: ApiAddress,
    }),
  ],
  `${addressForm}, or an object with cookie, values, otherwise`,
);

const Page: z.ZodType<PageDeclaration> = z
  .strictObject({
    paths: z.tuple([Pattern], Pattern).refine((paths) => paths.length <= 5, 'are at most 5'),
    audience: z.enum(['anyone', 'fan', 'admin'], "must be 'fan' or 'admin'"),
    title: Text,
    values: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
    preload: z.array(Preload).max(5).optional(),
  })
  .refine(({ paths, values = {} }) => {
    const parameters = new Set(paths.flatMap((path) => path.match(/(?<=:)\w+/g) ?? []));
    return Object.keys(values).every((name) => parameters.has(name));
  }, 'values names a parameter that is in none of the paths') as z.ZodType<PageDeclaration>;

const Entry = z.strictObject({
  page: z.string(),
  label: Text,
  icon: z.enum(NAVIGATION_ICONS, 'must be one of NAVIGATION_ICONS of @kickoff/contracts'),
  place: z.enum(NAVIGATION_PLACES, `must be one of ${NAVIGATION_PLACES.join(', ')}`),
  order: z.int('must be a whole number').min(0).max(999).optional(),
});
export type NavigationEntry = z.infer<typeof Entry>;

const audienceOf = (place: NavigationPlace) => (place === MAIN ? 'fan' : 'admin');

interface Declared {
  name: string;
  pages: Record<string, PageDeclaration>;
  navigation?: NavigationEntry[] | undefined;
}

/** What of a declaration depends on more than one of its fields. */
function checkDeclaration({ name, pages, navigation = [] }: Declared, context: z.RefinementCtx) {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  for (const [page, { audience }] of Object.entries(pages)) {
    if (audience === 'anyone' && name !== SHELL) {
      refuse(['pages', page, 'audience'], "must be 'fan' or 'admin'");
    }
  }
  for (const [index, entry] of navigation.entries()) {
    const page = pages[entry.page];
    if (!page) refuse(['navigation', index, 'page'], 'is no page of this remote');
    else if (page.paths[0].includes(':')) {
      refuse(['navigation', index, 'page'], 'has an address with parameters');
    } else if (page.audience !== audienceOf(entry.place)) {
      refuse(['navigation', index, 'place'], `is not for pages of the audience ${page.audience}`);
    }
  }
}

const pageNameForm = 'must be a name such as Draft, whose page is src/pages/DraftPage.tsx';
const declared = {
  name: z.union([RemoteName, z.literal(SHELL)], nameForm),
  pages: z.record(z.string().regex(/^[A-Z][A-Za-z0-9]{0,59}$/, pageNameForm), Page),
  navigation: z.array(Entry).max(50).optional(),
};

/** `remote.json`: the pages of a remote and its entries in the navigation. */
export const RemoteDeclaration = z.strictObject(declared).superRefine(checkDeclaration);
export type RemoteDeclaration = z.infer<typeof RemoteDeclaration>;

/** The version of `KickoffManifest`. */
export const MANIFEST_FORM = 1;

/** The field `kickoff` of a build's `mf-manifest.json`: the declaration, with versions. */
export const KickoffManifest = z
  .strictObject({
    manifest: z.literal(MANIFEST_FORM, `must be ${MANIFEST_FORM}`),
    ...declared,
    version: Version,
    /** Package to range; of the shell: package to the version that it provides. */
    needs: z.partialRecord(z.enum(SHARED_PACKAGES), z.string().max(200)),
    navigation: z.array(Entry).max(50),
  })
  .superRefine(checkDeclaration);
export type KickoffManifest = z.infer<typeof KickoffManifest>;
