import type { LatestMatch, OwnProfile, ThreadRow } from '@kickoff/contracts';
import {
  EmptyState,
  ErrorState,
  FilledText,
  fillText,
  formatDayOfYear,
  formatTime,
  Loading,
  ScoreAnnouncer,
} from '@kickoff/ui';
import { addressWith, replaceAddress, useAddressQuery, useNow, useOwnProfile } from '@kickoff/web';
import { useEffect, useId, useMemo, useState } from 'react';

import { isTimeKnown, zoneAt } from '../../kick-off';
import { texts } from '../../texts';
import { useMatchGoals } from './api/useMatchGoals';
import { type ThreadScope, useThread } from './api/useThread';
import { useThreadUpdates } from './api/useThreadUpdates';
import { EntryAnnouncer } from './EntryAnnouncer';
import { GoalJumps } from './GoalJumps';
import styles from './MatchThread.module.css';
import { ThreadComposer } from './ThreadComposer';
import { ThreadHead } from './ThreadHead';
import { type Jump, ThreadList } from './ThreadList';
import { listEntries, listRows } from './thread-rows';
import { postLabel, stateAt } from './thread-state';

interface MatchThreadProps {
  match: LatestMatch;
}

const SKELETONS = ['80%', '55%', '70%', '40%'];

/**
 * Whether a row is among those of friends. The profile lists the newest friends only, so of other
 * fans the answer may be unknown.
 */
function isOfFriends(row: ThreadRow, reader: OwnProfile | undefined): boolean | undefined {
  if (row.kind === 'entry') return true;
  if (!reader) return undefined;
  const author = row.post.user._id;
  if (author === reader._id || reader.friends.some(({ _id }) => _id === author)) return true;
  return reader.friends.length < reader.friendsCount ? undefined : false;
}

function setScope(scope: ThreadScope): void {
  replaceAddress(addressWith({ posts: scope === 'friends' ? scope : '' }));
}

function OpeningTime({ at }: { at: string }) {
  return (
    <FilledText
      text={texts.thread.opens}
      values={{
        moment: (
          <time dateTime={at}>
            {fillText(texts.thread.moment, {
              time: formatTime(at),
              day: formatDayOfYear(at),
            })}
          </time>
        ),
        zone: zoneAt(at),
      }}
    />
  );
}

function Rows({ match, headingId }: MatchThreadProps & { headingId: string }) {
  const now = useNow();
  const [jump, setJump] = useState<Jump>();
  const reader = useOwnProfile().data;
  const scope = useAddressQuery().get('posts') === 'friends' ? 'friends' : 'everyone';
  const query = useThread(match.id, scope);
  useThreadUpdates(match.id, (row) => scope === 'everyone' || isOfFriends(row, reader));
  const { data, error, refetch } = query;
  const rows = useMemo(() => (data ? listRows(data) : []), [data]);
  const entries = useMemo(() => listEntries(rows), [rows]);
  const goals = useMatchGoals(match.id, entries);
  const thread = data?.pages[0]?.thread;
  const state = thread && stateAt(thread, now);
  const isOutdated = state !== thread?.state;
  useEffect(() => {
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);

  const isDataLost = entries.findLast(({ kind }) => kind.startsWith('data_'))?.kind === 'data_lost';
  const isEmpty = rows.length === 0;
  return (
    <>
      <ThreadHead
        headingId={headingId}
        isPostponed={match.status === 'POSTPONED'}
        scope={scope}
        onScope={setScope}
      >
        <GoalJumps goals={goals} match={match} onJump={(seq) => setJump({ seq })} />
      </ThreadHead>
      {thread && state === 'before' ? (
        <p className={styles.note}>
          {isTimeKnown(match) ? <OpeningTime at={thread.opensAt} /> : texts.thread.opensLater}
        </p>
      ) : null}
      {thread ? (
        <EntryAnnouncer entries={entries} match={match} />
      ) : (
        <ScoreAnnouncer matches={[match]} />
      )}
      {thread && isEmpty && state !== 'before' ? (
        <EmptyState text={state === 'open' ? texts.thread.quiet : texts.thread.noPosts} />
      ) : null}
      {thread && !isEmpty ? (
        <ThreadList
          query={query}
          rows={rows}
          match={match}
          readerId={reader?._id}
          jump={jump}
          onJumped={() => setJump(undefined)}
          end={
            scope === 'friends' ? (
              <button
                className="ko-btn ko-btn--line"
                type="button"
                onClick={() => setScope('everyone')}
              >
                {texts.thread.everyone}
              </button>
            ) : null
          }
        />
      ) : null}
      {!thread && error ? <ErrorState text={error.message} onRetry={() => void refetch()} /> : null}
      {thread || error ? null : (
        <div data-waiting="">
          <Loading holdsPlace>
            {SKELETONS.map((width) => (
              <div className={styles.skeleton} key={width}>
                <span className="ko-sk" style={{ inlineSize: width }}>
                  &nbsp;
                </span>
              </div>
            ))}
          </Loading>
        </div>
      )}
      {state === 'open' ? (
        <ThreadComposer
          key={match.id}
          matchId={match.id}
          readerId={reader?._id}
          label={postLabel(match, isDataLost)}
          onPosted={() => setJump({ isToTop: true })}
        />
      ) : null}
      {state === 'closed' ? <p className={styles.note}>{texts.thread.closed}</p> : null}
    </>
  );
}

/** The thread of a match: its posts and what happened in it, on one clock. */
export function MatchThread({ match }: MatchThreadProps) {
  const headingId = useId();
  return (
    <section className={`ko-sheet ${styles.thread}`} aria-labelledby={headingId}>
      {match.shielded ? (
        <>
          <ThreadHead headingId={headingId} isPostponed={false} />
          <p className={styles.note}>{texts.thread.shielded}</p>
        </>
      ) : (
        <Rows key={match.id} match={match} headingId={headingId} />
      )}
    </section>
  );
}
