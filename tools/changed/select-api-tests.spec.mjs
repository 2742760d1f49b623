import { describe, expect, it } from '@jest/globals';

import { selectApiTests } from './select-api-tests.mjs';

const TESTS = ['admin-posts', 'auth', 'likes', 'post-lists', 'posts', 'rate-limits', 'stories'].map(
  (name) => `backend/test/${name}.e2e-spec.ts`,
);

/** @param {string[]} changed */
const namesFor = (...changed) =>
  selectApiTests(changed, TESTS).map((path) => path.split(/[/.]/).at(2));

describe('selectApiTests', () => {
  it('selects the tests named after changed folders and files', () => {
    expect(namesFor('backend/src/posts/likes/likes.service.ts')).toEqual([
      'admin-posts',
      'likes',
      'post-lists',
      'posts',
    ]);
  });

  it('matches singular and plural names', () => {
    expect(namesFor('backend/src/stories/story.schema.ts')).toEqual(['stories']);
  });

  it('selects by the name of a file in common', () => {
    expect(namesFor('backend/src/common/limits/rate-limits.ts')).toEqual(['rate-limits']);
    expect(namesFor('backend/src/common/http/etag.ts')).toEqual([]);
  });

  it('selects by the name of a contract file', () => {
    expect(namesFor('libs/contracts/src/auth.ts')).toEqual(['auth']);
  });

  it('selects a changed test', () => {
    expect(namesFor('backend/test/auth.e2e-spec.ts')).toEqual(['auth']);
  });

  it('selects no tests for front-end or documentation changes', () => {
    expect(namesFor('mf-fan/src/features/posts/PostCard.tsx', 'docs/posts.md')).toEqual([]);
  });
});
