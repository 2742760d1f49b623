import type { Viewpoint } from '@kickoff/contracts';
import {
  Button,
  errorMessage,
  ErrorState,
  fillText,
  FormAlert,
  formatDateTime,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { addressOf, Link, useExclusiveMutation } from '@kickoff/web';
import { useState } from 'react';

import styles from '../settings.module.css';
import { texts } from '../../../texts';
import { useBackToLive, useViewpointMatch, useViewpoints } from './useViewpoints';

/** Each row fetches its match: more are shown on demand. */
const ROWS = 10;

function describe({ mode, seconds = 0, position = 0, until }: Viewpoint): string {
  if (mode === 'delayed') return fillText(texts.viewpoints.delayed, { seconds });
  if (mode === 'replay')
    return fillText(texts.viewpoints.replay, { minutes: Math.floor(position / 60) });
  return until === undefined
    ? texts.viewpoints.hidden
    : fillText(texts.viewpoints.hiddenUntil, { time: formatDateTime(until) });
}

function ViewpointItem({ viewpoint }: { viewpoint: Viewpoint }) {
  const { matchId } = viewpoint;
  const { data: match } = useViewpointMatch(matchId);
  const backToLive = useBackToLive();
  const item = useFocusFallback<HTMLLIElement>();
  const resetting = useExclusiveMutation({ mutationFn: () => backToLive(matchId) });
  const name = match
    ? fillText(texts.viewpoints.match, { home: match.homeTeam.name, away: match.awayTeam.name })
    : fillText(texts.viewpoints.unknownMatch, { matchId });
  return (
    <li className="ko-mt-2" ref={item}>
      <div className="ko-head">
        <div className={styles.longWords}>
          <Link to={addressOf('Match', { matchId })}>{name}</Link>
          <p>{describe(viewpoint)}</p>
        </div>
        <Button
          look="line"
          size="sm"
          busy={resetting.isPending}
          aria-label={fillText(texts.viewpoints.backToLiveNamed, { match: name })}
          onClick={() => resetting.mutate()}
        >
          {texts.viewpoints.backToLive}
        </Button>
      </div>
      {resetting.error ? <FormAlert kind="error" text={errorMessage(resetting.error)} /> : null}
    </li>
  );
}

function ShowMore({ onShow }: { onShow: () => void }) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div ref={element}>
      <Button look="soft" onClick={onShow}>
        {texts.actions.showMore}
      </Button>
    </div>
  );
}

/** The matches that the fan does not see live, by an own choice. */
export function ViewpointList() {
  const { data: viewpoints, isError, refetch } = useViewpoints();
  const [count, setCount] = useState(ROWS);
  if (!viewpoints) {
    return isError ? (
      <ErrorState text={texts.viewpoints.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  return (
    <div role="group" aria-label={texts.viewpoints.name} tabIndex={-1}>
      <h3>{texts.viewpoints.title}</h3>
      {viewpoints.length === 0 ? (
        <p className="ko-none">{texts.viewpoints.none}</p>
      ) : (
        <ul>
          {viewpoints.slice(0, count).map((viewpoint) => (
            <ViewpointItem key={viewpoint.matchId} viewpoint={viewpoint} />
          ))}
        </ul>
      )}
      {viewpoints.length > count ? <ShowMore onShow={() => setCount(count + ROWS)} /> : null}
    </div>
  );
}
