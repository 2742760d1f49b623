import { describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';

import { toCommentPreview } from './comment-preview.js';

describe('toCommentPreview', () => {
  const comment = (text: string) => ({
    _id: new Types.ObjectId(),
    authorId: new Types.ObjectId(),
    text,
    createdAt: new Date(0),
  });

  it('returns the whole text up to 300 code points', () => {
    const whole = comment('⚽️'.repeat(150));

    expect(toCommentPreview(whole)).toEqual(whole);
    expect(toCommentPreview(comment('😀'.repeat(300))).truncated).toBeUndefined();
  });

  it('truncates after 300 code points without splitting a surrogate pair', () => {
    const { text, truncated } = toCommentPreview(comment('😀'.repeat(301)));

    expect(text).toBe('😀'.repeat(300));
    expect(truncated).toBe(true);
  });
});
