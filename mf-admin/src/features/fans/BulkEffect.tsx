import type { BulkPreview } from '@kickoff/contracts';
import { formatCount } from '@kickoff/ui';

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

function effectOf({ action, posts, sessions }: BulkPreview): string {
  if (action === 'delete') {
    return `${counted(posts, 'post goes', 'posts go')} with them, and all their comments, likes, stories and files. This cannot be undone.`;
  }
  if (action === 'restore') return 'They can log in again and find everything as it was.';
  return `${counted(sessions, 'session ends', 'sessions end')} at once. Nothing is deleted: ${counted(posts, 'post stays', 'posts stay')}.`;
}

/** The effect of a bulk action, before it starts. */
export function BulkEffect({ preview }: { preview: BulkPreview }) {
  const { selected, affected, names } = preview;
  const others = affected - names.length;
  return (
    <>
      <p>{effectOf(preview)}</p>
      <p dir="auto">
        {names.join(', ')}
        {others > 0 ? ` and ${counted(others, 'other', 'others')}` : ''}
      </p>
      {selected === affected ? null : (
        <p>
          Of {formatCount(selected)} selected, {formatCount(selected - affected)} stay as they are.
        </p>
      )}
    </>
  );
}
