import type { Comment, Post } from '@kickoff/contracts';
import { fillText, icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';
import { useRef, useState } from 'react';

import ReportDialog from '../../reports/ReportDialog';
import { texts } from '../../texts';
import styles from './CommentMenu.module.css';
import { DeleteCommentDialog } from './DeleteCommentDialog';
import { copyText } from './share-post';

/** A dialog that follows the menu. */
type Dialog = 'report' | 'delete';

export interface CommentMenuProps extends PopupProps {
  post: Post;
  comment: Comment;
  readerId: string | undefined;
  onGone: () => void;
}

/** The reader's actions on a comment, and their dialogs. Default export, for a lazy chunk. */
export default function CommentMenu({
  post,
  comment,
  readerId,
  onGone,
  opener,
  onClose,
}: CommentMenuProps) {
  const [dialog, setDialog] = useState<Dialog>();
  const chosen = useRef<Dialog>(undefined);
  const choose = (next: Dialog) => {
    chosen.current = next;
  };
  const { _id, user, text } = comment;
  if (dialog === 'report') {
    const title = fillText(texts.report.ofComment, user);
    return <ReportDialog target={{ type: 'comment', id: _id, title }} onClose={onClose} />;
  }
  if (dialog === 'delete') {
    return <DeleteCommentDialog post={post} comment={comment} onGone={onGone} onClose={onClose} />;
  }
  return (
    <MenuList
      className={styles.menu}
      label={texts.comments.options}
      opener={opener}
      onClose={() => (chosen.current ? setDialog(chosen.current) : onClose())}
    >
      {/* A truncated text is copied on the page of the post, where it is whole. */}
      {comment.truncated ? null : (
        <MenuItem icon={icons.copy} onChoose={() => void copyText(text, texts.comments.copied)}>
          {texts.actions.copy}
        </MenuItem>
      )}
      {user._id === readerId ? null : (
        <MenuItem icon={icons.flag} onChoose={() => choose('report')}>
          {texts.actions.report}
        </MenuItem>
      )}
      {user._id === readerId || post.user._id === readerId ? (
        <MenuItem icon={icons.trash} isDanger onChoose={() => choose('delete')}>
          {texts.actions.delete}
        </MenuItem>
      ) : null}
    </MenuList>
  );
}
