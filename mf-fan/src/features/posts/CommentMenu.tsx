import type { Comment, Post } from '@kickoff/contracts';
import { icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';
import { useRef, useState } from 'react';

import ReportDialog from '../../reports/ReportDialog';
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
    const label = `the comment of ${user.username}`;
    return <ReportDialog target={{ type: 'comment', id: _id, label }} onClose={onClose} />;
  }
  if (dialog === 'delete') {
    return <DeleteCommentDialog post={post} comment={comment} onGone={onGone} onClose={onClose} />;
  }
  return (
    <MenuList
      label="Comment options"
      style={{ insetBlockStart: 'calc(100% + 6px)', insetInlineStart: 0, width: 'max-content' }}
      opener={opener}
      onClose={() => (chosen.current ? setDialog(chosen.current) : onClose())}
    >
      {/* A truncated text is copied on the page of the post, where it is whole. */}
      {comment.truncated ? null : (
        <MenuItem icon={icons.copy} onChoose={() => void copyText(text, 'Comment copied')}>
          Copy
        </MenuItem>
      )}
      {user._id === readerId ? null : (
        <MenuItem icon={icons.flag} onChoose={() => choose('report')}>
          Report
        </MenuItem>
      )}
      {user._id === readerId || post.user._id === readerId ? (
        <MenuItem icon={icons.trash} isDanger onChoose={() => choose('delete')}>
          Delete
        </MenuItem>
      ) : null}
    </MenuList>
  );
}
