import type { Viewpoint } from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  ErrorState,
  FormAlert,
  formatDateTime,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { addressOf, Link } from '@kickoff/web';
import { useState } from 'react';

import { useBackToLive, useViewpointMatch, useViewpoints } from './useViewpoints';

/** Each row fetches its match: more are shown on demand. */
const ROWS = 10;

function describe({ mode, seconds = 0, position = 0, until }: Viewpoint): string {
  if (mode === 'delayed') return `Behind by ${seconds} s`;
  if (mode === 'replay') return `Replay, ${Math.floor(position / 60)} min after kick-off`;
  return until === undefined ? 'Hidden' : `Hidden until ${formatDateTime(until)}`;
}

function ViewpointItem({ viewpoint }: { viewpoint: Viewpoint }) {
  const { matchId } = viewpoint;
  const { data: match } = useViewpointMatch(matchId);
  const backToLive = useBackToLive();
  const item = useFocusFallback<HTMLLIElement>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const name = match ? `${match.homeTeam.name} v ${match.awayTeam.name}` : `Match ${matchId}`;
  const reset = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    try {
      await backToLive(matchId);
    } catch (failure) {
      setFault(errorMessage(failure));
    }
    setBusy(false);
  };
  return (
    <li className="ko-mt-2" ref={item}>
      <div className="ko-head">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Link to={addressOf('Match', { matchId })}>{name}</Link>
          <p>{describe(viewpoint)}</p>
        </div>
        <Button look="line" size="sm" busy={isBusy} onClick={() => void reset()}>
          Back to live<span className="ko-sr"> {name}</span>
        </Button>
      </div>
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
    </li>
  );
}

/** The matches that the fan does not see live, by an own choice. */
export function ViewpointList() {
  const { data: viewpoints, isError, refetch } = useViewpoints();
  const [count, setCount] = useState(ROWS);
  if (!viewpoints) {
    return isError ? (
      <ErrorState text="Failed to fetch viewpoints" onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <div role="group" aria-label="Matches not live" tabIndex={-1}>
      <h3>Matches you do not see live</h3>
      {viewpoints.length === 0 ? (
        <p className="ko-none">You see all other matches live.</p>
      ) : (
        <ul>
          {viewpoints.slice(0, count).map((viewpoint) => (
            <ViewpointItem key={viewpoint.matchId} viewpoint={viewpoint} />
          ))}
        </ul>
      )}
      {viewpoints.length > count ? (
        <Button look="soft" onClick={() => setCount(count + ROWS)}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}
