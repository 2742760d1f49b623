import type { Comment, Post } from '@kickoff/contracts';
import { ConfirmDialog } from '@kickoff/ui';

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
      title={`Delete the comment of ${comment.user.username}?`}
      text="The comment will be gone for everyone, for good."
      verb="Delete comment"
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
