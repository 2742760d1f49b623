import type { BulkPreview } from '@kickoff/contracts';
import { formatCount, pluralText } from '@kickoff/ui';

import { texts } from '../../texts';

function effectOf({ action, posts, sessions }: BulkPreview): string {
  if (action === 'delete') {
    return pluralText(texts.bulkEffect.delete, posts, { count: formatCount(posts) });
  }
  if (action === 'restore') return texts.bulkEffect.restore;
  return [
    pluralText(texts.bulkEffect.sessionsEnd, sessions, { count: formatCount(sessions) }),
    pluralText(texts.bulkEffect.postsStay, posts, { count: formatCount(posts) }),
  ].join(' ');
}

/** The effect of a bulk action, before it starts. */
export function BulkEffect({ preview }: { preview: BulkPreview }) {
  const { selected, affected } = preview;
  const others = affected - preview.names.length;
  const names = preview.names.join(', ');
  const unaffected = selected - affected;
  return (
    <>
      <p>{effectOf(preview)}</p>
      <p dir="auto">
        {others > 0
          ? pluralText(texts.bulkEffect.others, others, { names, count: formatCount(others) })
          : names}
      </p>
      {unaffected === 0 ? null : (
        <p>
          {pluralText(texts.bulkEffect.unaffected, unaffected, {
            selected: formatCount(selected),
            count: formatCount(unaffected),
          })}
        </p>
      )}
    </>
  );
}
