import type { LatestMatch } from '@kickoff/contracts';
import { ClubBadge, clubColors, formatClock } from '@kickoff/ui';
import clsx from 'clsx';

import { texts } from '../../texts';
import { clubOf, entryTitle } from './describe-entry';
import styles from './ThreadList.module.css';
import type { Entry } from './thread-rows';

interface EntryRowProps {
  entry: Entry;
  match: LatestMatch;
}

function Score({ entry: { score, kind } }: { entry: Entry }) {
  const { homeTeam: home = null, awayTeam: away = null } = score ?? {};
  if (home === null || away === null || kind.startsWith('data_')) return null;
  return (
    <span className={styles.score}>
      {home}
      <span aria-hidden="true">–</span>
      <span className="ko-sr"> {texts.thread.to} </span>
      {away}
    </span>
  );
}

/** The minute of a row in the margin; an estimated one is marked. */
export function Minute({ minute, isEstimated = false }: { minute: string; isEstimated?: boolean }) {
  return (
    <span className={styles.minute}>
      {isEstimated ? (
        <>
          <span aria-hidden="true">~</span>
          <span className="ko-sr">{texts.thread.about} </span>
        </>
      ) : null}
      {minute}
    </span>
  );
}

/** A goal. A cancelled one stays, struck through. */
function Goal({ entry, match }: EntryRowProps) {
  const club = clubOf(entry, match);
  const name = entry.player?.name ?? club?.name ?? '';
  const Mark = entry.cancelled ? 's' : 'span';
  return (
    <div className={styles.goal}>
      {club ? <ClubBadge club={club} size={36} /> : null}
      <span className={styles.what}>
        <span className={styles.kind}>
          <Mark>{texts.thread.goal}</Mark>
          {entry.cancelled ? <b className={styles.cancelled}>{texts.thread.cancelled}</b> : null}
        </span>
        <Mark className={styles.name}>{name}</Mark>
        {club && name !== club.name ? <span>{club.name}</span> : null}
      </span>
      <Mark>
        <Score entry={entry} />
      </Mark>
    </div>
  );
}

function Event({ entry, match }: EntryRowProps) {
  const club = clubOf(entry, match);
  return (
    <div className={styles.event}>
      {club ? <ClubBadge club={club} size={20} /> : null}
      <span className={styles.title}>
        <b>{entryTitle(entry)}</b>
        {club ? ` ${club.name}` : ''}
        {entry.player ? `, ${entry.player.name}` : ''}
      </span>
      <Score entry={entry} />
    </div>
  );
}

/**
 * An entry of the timeline, from edge to edge; a goal in the colours of its club. The keys `g` and
 * `G` move the focus to it.
 */
export function EntryRow({ entry, match }: EntryRowProps) {
  const { kind, minute, seq, estimated, cancelled } = entry;
  const club = clubOf(entry, match);
  const isColoured = kind === 'goal' && !cancelled && club !== undefined;
  return (
    <li
      className={clsx(
        styles.row,
        styles.entry,
        isColoured && styles['entry--goal'],
        kind === 'data_lost' && styles['entry--lost'],
      )}
      style={isColoured ? clubColors(club.colors) : undefined}
      data-entry={seq}
      tabIndex={-1}
    >
      <Minute
        minute={formatClock(minute)}
        isEstimated={estimated === true && /^\d/.test(minute ?? '')}
      />
      {kind === 'goal' ? (
        <Goal entry={entry} match={match} />
      ) : (
        <Event entry={entry} match={match} />
      )}
    </li>
  );
}
