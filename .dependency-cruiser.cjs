/**
 * Allowed imports (docs/ARCHITECTURE.md, part 4). `tools/borders.spec.mjs` proves that each
 * forbidden one fails.
 */
const spec = '[.](spec|e2e-spec)[.]tsx?$|^backend/test/|^[^/]+/src/test/|^libs/[^/]+/src/test/';
const remotes = '^mf-[^/]+/';
const frontEnds = '^(shell|mf-[^/]+)/';

/**
 * Layers of the backend from left to right: imports point to the right only, and not within a
 * layer.
 */
const steps = [
  ['admin', 'pages', 'demo'],
  ['remotes'],
  ['accounts', 'events', 'client-errors', 'first-steps'],
  ['reports'],
  ['search'],
  ['auth', 'posts', 'stories', 'calendars'],
  // Notifications depend on people and users for blocks and settings.
  ['notifications'],
  ['people'],
  ['users', 'alerts'],
  ['football', 'announcements'],
  ['audit-log', 'media', 'mail', 'live', 'counters', 'health', 'push'],
  ['common'],
];
const stepRules = steps.map((folders, index) => ({
  name: `backend-step-${folders.join('-')}`,
  comment: 'Inside the backend imports point to the right only, and not within a layer.',
  severity: 'error',
  from: { path: `^backend/src/(${folders.join('|')})/`, pathNot: spec },
  to: {
    path: `^backend/src/(${steps
      .slice(0, index + 1)
      .flat()
      .join('|')})/`,
    pathNot: '^backend/src/$1/',
  },
}));

module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contracts-is-a-leaf',
      severity: 'error',
      from: { path: '^libs/contracts/' },
      to: { path: '^(backend|shell|mf-|e2e|libs/(?!contracts/))' },
    },
    {
      name: 'ui-knows-contract-types-only',
      severity: 'error',
      from: { path: '^libs/ui/', pathNot: spec },
      to: { path: '^(backend|shell|mf-|e2e|libs/(web|testing)/)' },
    },
    {
      name: 'ui-imports-contracts-as-types',
      severity: 'error',
      from: { path: '^libs/ui/' },
      to: { path: '^libs/contracts/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-knows-no-screen',
      severity: 'error',
      from: { path: '^libs/web/', pathNot: spec },
      to: { path: '^(backend|shell|mf-|e2e|libs/(ui|testing)/)' },
    },
    {
      name: 'remote-kit-for-remotes-only',
      severity: 'error',
      from: { path: '^libs/(?!remote-kit/)|^(backend|shell)/|^e2e/' },
      to: { path: '^libs/remote-kit/' },
    },
    {
      name: 'testing-knows-contracts-only',
      severity: 'error',
      from: { path: '^libs/testing/' },
      to: { path: '^(backend|shell|mf-|e2e|libs/(ui|web)/)' },
    },
    {
      name: 'library-never-imports-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(backend|shell|mf-|e2e)/' },
    },
    {
      name: 'backend-knows-no-screen',
      severity: 'error',
      from: { path: '^backend/' },
      to: { path: '^(shell|mf-|e2e|libs/(ui|web)/)' },
    },
    {
      name: 'front-end-never-imports-backend-or-journeys',
      severity: 'error',
      from: { path: frontEnds },
      to: { path: '^(backend|e2e)/' },
    },
    {
      name: 'remote-stands-alone',
      comment: 'What remotes share is in libs/web; the shell reaches them at run time only.',
      severity: 'error',
      from: { path: '^(mf-[^/]+)/' },
      to: { path: '^(shell|mf-[^/]+)/', pathNot: '^$1/' },
    },
    {
      name: 'shell-never-imports-remote',
      severity: 'error',
      from: { path: '^shell/' },
      to: { path: remotes },
    },
    {
      name: 'testing-from-specs-only',
      severity: 'error',
      from: { path: '^(backend|shell|mf-)', pathNot: spec },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'journeys-know-contracts-and-testing',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(backend|shell|mf-|libs/(ui|web)/)' },
    },
    {
      name: 'feature-of-a-remote-stands-alone',
      comment: 'The page joins features.',
      severity: 'error',
      from: { path: '^(mf-[^/]+|shell)/src/features/([^/]+)/' },
      to: { path: '^[^/]+/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'through-the-front-door',
      comment: 'A library is imported by name and through its index only.',
      severity: 'error',
      from: { path: '^(backend|shell|mf-[^/]+|e2e)/' },
      to: {
        path: '^libs/[^/]+/src/',
        pathNot:
          '^libs/[^/]+/src/((drafts/)?index[.]ts|doubles/[^/]+[.]ts|stand-alone[.]tsx|fake-api[.]ts|(preferences|prerender|recently-used|save-file|token-claims|upload-form)[.]ts|styles/(index|admin|entrance|lists)[.]css)$',
      },
    },
    {
      name: 'backend-feature-data-is-private',
      comment:
        'Across features one imports the module and its service, never a schema or repository.',
      severity: 'error',
      from: { path: '^backend/src/([^/]+)/', pathNot: spec },
      to: {
        path: '^backend/src/[^/]+/.*[.](schema|repository)[.]ts$',
        pathNot: '^backend/src/$1/',
      },
    },
    {
      name: 'football-flows-one-way',
      comment: 'Polling writes snapshots; what reads them does not know how they came.',
      severity: 'error',
      from: { path: '^backend/src/football/(snapshots|demo|tables|corrections|providers)/' },
      to: { path: '^backend/src/football/polling/' },
    },
    {
      name: 'imports-are-declared',
      comment: 'The package.json of a project names every package that its code imports.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'production-imports-no-dev-dependency',
      severity: 'error',
      from: { path: '^(backend|shell|mf-[^/]+|libs/[^/]+)/', pathNot: spec },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    ...stepRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]types)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@kickoff/source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
