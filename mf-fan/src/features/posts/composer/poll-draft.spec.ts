import { POLL_DURATION_MS } from '@kickoff/contracts';
import { describe, expect, it } from '@jest/globals';

import { toPollField, toSentDraft } from './poll-draft';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR_MS = 60 * 60_000;
const poll = { options: ['Yes', ' No ', ''], durationMs: HOUR_MS };
const draft = { id: 'one', text: 'Offside?', key: 'key', poll };

describe('toSentDraft', () => {
  it('sets the end from now', () => {
    expect(toSentDraft(draft, NOW).poll?.endsAt).toBe('2026-11-21T13:00:00.000Z');
  });

  it('ends the longest poll in time for a server whose clock is minutes behind', () => {
    const longest = { ...poll, durationMs: POLL_DURATION_MS.max };
    const sent = toSentDraft({ ...draft, poll: longest }, NOW);
    const end = Date.parse(sent.poll?.endsAt ?? '');

    expect(end - NOW).toBeLessThanOrEqual(POLL_DURATION_MS.max - 5 * 60_000);
    expect(end - NOW).toBeGreaterThan(POLL_DURATION_MS.max - HOUR_MS);
    expect(toSentDraft(sent, NOW + 60_000)).toEqual(sent);
  });

  it('preserves the end of a recent attempt', () => {
    const sent = toSentDraft(draft, NOW);

    expect(toSentDraft(sent, NOW + 60_000)).toEqual(sent);
  });

  it('sets a new end long after the last attempt', () => {
    const sent = toSentDraft(draft, NOW);

    expect(toSentDraft(sent, NOW + HOUR_MS).poll?.endsAt).toBe('2026-11-21T14:00:00.000Z');
  });
});

describe('toPollField', () => {
  it('omits empty options', () => {
    const endsAt = '2026-11-21T13:00:00.000Z';

    expect(JSON.parse(toPollField({ ...poll, endsAt }))).toEqual({
      options: ['Yes', 'No'],
      endsAt,
    });
  });
});
