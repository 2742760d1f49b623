import type { AdminFanRow } from '@kickoff/contracts';
import { formatAge, Avatar, Button, fillText, formatDateTime, formatCount } from '@kickoff/ui';
import { addressOf, Link, useNow } from '@kickoff/web';

import { EmailText } from '../../lists/EmailText';
import type { ListAddress } from '../../lists/useListAddress';
import { SortHead } from '../../lists/SortHead';
import { formatDate } from '../../format-date';
import { texts } from '../../texts';
import type { FanAction } from './FanActionDialog';
import { FanStatusChip } from './FanStatusChip';
import type { Selection } from './useSelection';

interface FanTableProps {
  list: ListAddress;
  fans: readonly AdminFanRow[];
  selection: Selection;
  /** The previous page is shown while the next one loads. */
  isStale: boolean;
  onAct: (act: FanAction) => void;
}

const USUAL = '-createdAt';
const PERSON_HEADS = [
  ['userId', texts.fans.userId],
  ['username', texts.common.name],
  ['email', texts.common.email],
  ['phone', texts.fans.mobile],
] as const;
const ACTIVITY_HEADS = [
  ['postsCount', texts.fans.posts],
  ['createdAt', texts.fans.joined],
  ['lastSeenAt', texts.fans.lastSeen],
] as const;

function FanLine({
  fan,
  selection,
  now,
  onSelect,
  onAct,
}: Pick<FanTableProps, 'selection' | 'onAct'> & {
  fan: AdminFanRow;
  now: number;
  onSelect: () => void;
}) {
  const toggle = fan.status === 'suspended' ? 'restore' : 'suspend';
  return (
    <tr>
      <td data-label={texts.fans.select}>
        <span className="ko-check">
          <input
            type="checkbox"
            aria-label={fillText(texts.fans.selectFan, { username: fan.username })}
            checked={selection.has(fan._id)}
            onChange={onSelect}
          />
        </span>
      </td>
      <td className="ko-num" data-label={texts.fans.userId}>
        {fan.userId}
      </td>
      <th scope="row" data-label={texts.common.name}>
        <span className="ko-team">
          <Avatar fan={fan} size={32} />
          <Link className="ko-link ko-ell" to={addressOf('FanRecord', { userId: fan._id })}>
            {fan.username}
          </Link>
        </span>
      </th>
      <td data-label={texts.common.email}>
        <span className="ko-ell" title={fan.email}>
          <EmailText email={fan.email} />
        </span>
      </td>
      <td className="ko-num" data-label={texts.fans.mobile}>
        {fan.phone}
      </td>
      <td data-label={texts.common.status}>
        <FanStatusChip status={fan.status} />
      </td>
      <td className="ko-num" data-label={texts.fans.posts}>
        {formatCount(fan.postsCount)}
      </td>
      <td className="ko-num" data-label={texts.fans.joined}>
        <time dateTime={fan.createdAt} title={formatDateTime(fan.createdAt)}>
          {formatDate(fan.createdAt)}
        </time>
      </td>
      <td className="ko-num" data-label={texts.fans.lastSeen}>
        {fan.lastSeenAt === undefined ? (
          <span className="ko-none">{texts.common.never}</span>
        ) : (
          <time dateTime={fan.lastSeenAt} title={formatDateTime(fan.lastSeenAt)}>
            {formatAge(fan.lastSeenAt, now)}
          </time>
        )}
      </td>
      <td data-label={texts.common.actions}>
        <span className="ko-row">
          <Button look="line" size="sm" onClick={() => onAct({ kind: toggle, fan })}>
            {toggle === 'restore' ? texts.common.restore : texts.common.suspend}
            <span className="ko-sr"> {fan.username}</span>
          </Button>
          <Button look="danger-quiet" size="sm" onClick={() => onAct({ kind: 'delete', fan })}>
            {texts.common.delete}
            <span className="ko-sr"> {fan.username}</span>
          </Button>
        </span>
      </td>
    </tr>
  );
}

/** Fans as a table with selection and actions; cards on phones. */
export function FanTable({ list, fans, selection, isStale, onAct }: FanTableProps) {
  const now = useNow();
  const isWhole = fans.every(({ _id }) => selection.has(_id));
  // Rows of the previous filter are not in the list that is selected from.
  const ifCurrent = (select: () => void) => () => {
    if (!isStale) select();
  };
  return (
    <div
      className="ko-data ko-data--cards ko-data--acts"
      aria-busy={isStale}
      tabIndex={0}
      role="region"
      aria-label={texts.fans.table}
    >
      <table className="ko-table">
        <caption className="ko-sr">{texts.fans.table}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="ko-check">
                <input
                  type="checkbox"
                  aria-label={texts.fans.selectPage}
                  checked={isWhole}
                  onChange={ifCurrent(() => selection.setAll(fans, !isWhole))}
                />
              </span>
            </th>
            {PERSON_HEADS.map(([by, words]) => (
              <SortHead key={by} list={list} by={by} usual={USUAL}>
                {words}
              </SortHead>
            ))}
            <th scope="col">{texts.common.status}</th>
            {ACTIVITY_HEADS.map(([by, words]) => (
              <SortHead key={by} list={list} by={by} usual={USUAL}>
                {words}
              </SortHead>
            ))}
            <th scope="col">{texts.common.actions}</th>
          </tr>
        </thead>
        <tbody>
          {fans.map((fan) => (
            <FanLine
              key={fan._id}
              fan={fan}
              selection={selection}
              now={now}
              onSelect={ifCurrent(() => selection.toggle(fan._id, fans))}
              onAct={onAct}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
