/** Folders of the backend that all features use: no API test is named after them. */
const SHARED = ['backend', 'src', 'test', 'common', 'http'];

/** @param {string} path @returns {string[]} words of the path in the singular, without endings of files */
function wordsOf(path) {
  return path
    .split('/')
    .flatMap((part) => (part.split('.')[0] ?? '').split('-'))
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, ''));
}

const shared = SHARED.flatMap(wordsOf);

/**
 * Selects the API tests that concern changed files. Every API test starts the whole application, so
 * imports select all of them. Names select few: `posts/likes/likes.service.ts` selects the tests with
 * `post` or `like` in their names.
 *
 * @param {readonly string[]} changed paths of the repository
 * @param {readonly string[]} tests paths of all API tests
 * @returns {string[]} paths of tests
 */
export function selectApiTests(changed, tests) {
  const words = new Set(
    changed
      .filter((path) => /^(backend|libs[/]contracts)[/]src[/].*[.]ts$/.test(path))
      .map((path) => path.replace(/^libs[/]contracts[/]/, ''))
      .flatMap((path) => wordsOf(path))
      .filter((word) => !shared.includes(word)),
  );
  return tests.filter(
    (path) =>
      changed.includes(path) ||
      wordsOf(path.replace(/^backend[/]test[/]/, '')).some((word) => words.has(word)),
  );
}
