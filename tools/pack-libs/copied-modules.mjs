/**
 * Modules of libraries that are not packed: the packed ones that import them get copies. Each has
 * the import that names it, its source in `libs` without the extension, and the name of the copy.
 */
export const COPIED_MODULES = [
  {
    specifier: '@kickoff/testing/fake-api',
    library: '@kickoff/testing',
    source: 'testing/src/doubles/fake-api',
    copy: 'copied/fake-api',
  },
  {
    specifier: '@kickoff/testing/profiles',
    library: '@kickoff/testing',
    source: 'testing/src/profiles',
    copy: 'copied/profiles',
  },
];
