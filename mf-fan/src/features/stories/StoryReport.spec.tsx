import { NETWORK_FAILURE } from '@kickoff/contracts';
import { aStory } from '@kickoff/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';

import type { loadReportDialog } from '../../parts/load-report-dialog';
import { kwame, priya } from '../../test/fans';

/** Requests the code of the dialog. */
const load = jest.fn<typeof loadReportDialog>();
jest.unstable_mockModule('../../parts/load-report-dialog', () => ({ loadReportDialog: load }));

const { default: ReportDialog } = await import('../../reports/ReportDialog');
const { openStories, serveStories, shownMedia, viewer, watch } = await import('../../test/stories');

const LONG_MS = 60_000;
const reportStory = () => fireEvent.click(screen.getByRole('button', { name: 'Report story' }));

beforeEach(async () => {
  serveStories().has(aStory({ user: kwame }), aStory({ user: priya }));
  openStories();
  await watch('Story by kwame.asante');
  await viewer();
  jest.useFakeTimers();
  fireEvent.load(shownMedia());
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('Report of a story', () => {
  it('is of the story that was shown, however late its code loads', async () => {
    let arrive: () => void = () => undefined;
    const code = new Promise<void>((resolve) => (arrive = resolve));
    load.mockImplementation(() => code.then(() => ({ default: ReportDialog })));

    reportStory();
    act(() => jest.advanceTimersByTime(LONG_MS));
    await act(async () => {
      arrive();
      await jest.advanceTimersByTimeAsync(0);
    });

    expect(screen.getByRole('dialog', { name: 'Report the story of kwame.asante' })).toBeVisible();
  });

  it('shows in the viewer that its code did not load', async () => {
    load.mockRejectedValue(new Error('lost'));

    reportStory();
    await act(() => jest.advanceTimersByTimeAsync(0));

    expect(screen.getByRole('alert')).toHaveTextContent(NETWORK_FAILURE);
    expect(screen.getByRole('dialog', { name: 'Story by kwame.asante' })).toBeVisible();
  });
});
