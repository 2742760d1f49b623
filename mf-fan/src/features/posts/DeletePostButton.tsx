import { Button, Icon, icons } from '@kickoff/ui';

import { texts } from '../../texts';
import styles from './DeletePostButton.module.css';
import type { OwnActionsProps } from './PostCard';

/** Deletes a post of the reader's own page without its menu. */
export function DeletePostButton({ onDelete }: OwnActionsProps) {
  return (
    <div className={styles.own}>
      <Button look="danger-quiet" size="sm" onClick={onDelete}>
        <Icon icon={icons.trash} size={16} />
        {texts.post.deleteOwn}
      </Button>
    </div>
  );
}
