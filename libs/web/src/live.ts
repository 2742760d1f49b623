import type { LiveEventName, LiveEvents } from '@kickoff/contracts';

import { createEmitter } from './emitter';

/** A live event of the server, received while the page is open. */
export type LiveEvent =
  | { [Name in LiveEventName]: { name: Name; data: LiveEvents[Name] } }[LiveEventName]
  /** Events may have been lost: refetch what is shown. */
  | { name: 'missed' };

/** Live events of this tab: `emitLiveEvent` passes one on, `onLiveEvent` subscribes to them. */
export const { emit: emitLiveEvent, on: onLiveEvent } = createEmitter<LiveEvent>();
