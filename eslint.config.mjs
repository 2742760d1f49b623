import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** The network, the stored keys and the address bar each have one owner in libs/web. */
const ownedByWeb = ['fetch', 'localStorage', 'sessionStorage', 'alert', 'confirm', 'prompt'];

export default tseslint.config(
  { ignores: ['**/dist/', '**/.types/', '**/.nx/', '.data/', 'e2e/results/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      // Documents are classes for their decorators and plain objects in life.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Settings come from common/config/env.ts.' },
      ],
    },
  },
  {
    files: ['shell/src/**', 'mf-*/src/**', 'libs/ui/src/**', 'libs/web/src/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-restricted-globals': ['error', ...ownedByWeb],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: '@swan-io/chicane', message: 'Use @kickoff/web.' },
            { name: '@tanstack/react-query', message: 'Use @kickoff/web.' },
          ],
        },
      ],
    },
  },
  {
    files: ['libs/web/src/**'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-imports': 'off' },
  },
  {
    files: ['backend/src/common/config/env.ts', 'backend/test/**', 'e2e/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
);
