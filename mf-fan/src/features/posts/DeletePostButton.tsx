import { Button, Icon, icons } from '@kickoff/ui';

import { texts } from '../../texts';
import type { OwnActionsProps } from './PostCard';

/** Deletes a post of the reader's own page without its menu. */
export function DeletePostButton({ onDelete }: OwnActionsProps) {
  return (
    <div className="ko-post__own">
      <Button look="danger-quiet" size="sm" onClick={onDelete}>
        <Icon icon={icons.trash} size={16} />
        {texts.post.deleteOwn}
      </Button>
    </div>
  );
}
