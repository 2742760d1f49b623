import type { Comment, Post } from '@kickoff/contracts';
import { ConfirmDialog, fillText } from '@kickoff/ui';

import { texts } from '../../texts';
import { useRemoveComment } from './api/useRemoveComment';

interface DeleteCommentDialogProps {
  post: Post;
  comment: Comment;
  onGone: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a comment is deleted. */
export function DeleteCommentDialog({ post, comment, onGone, onClose }: DeleteCommentDialogProps) {
  const removeComment = useRemoveComment(post);
  const remove = async () => {
    await removeComment(comment);
    onGone();
  };
  return (
    <ConfirmDialog
      title={fillText(texts.comments.deleteTitle, comment.user)}
      text={texts.comments.deleteConsequences}
      verb={texts.comments.deleteVerb}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
