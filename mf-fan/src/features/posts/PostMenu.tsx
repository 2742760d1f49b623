import type { Post } from '@kickoff/contracts';
import { icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';
import { requestComposer } from '@kickoff/web';
import { useDraft } from '@kickoff/web/drafts';
import { useRef, useState } from 'react';

import BlockFanDialog from '../../relations/BlockFanDialog';
import ReportDialog from '../../reports/ReportDialog';
import { useSavePost } from './api/useSavePost';
import { AuthorItems } from './AuthorItems';
import { copyText, postLink, sharePost } from './share-post';

/** A dialog that follows the menu. */
type Dialog = 'report' | 'block';

interface PostMenuProps extends PopupProps {
  post: Post;
  readerId: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** The reader's actions on a post, and the dialogs of some: an own post can be edited or deleted. */
export default function PostMenu({
  post,
  readerId,
  onEdit,
  onDelete,
  opener,
  onClose,
}: PostMenuProps) {
  const draft = useDraft(readerId, 'post');
  const savePost = useSavePost(post);
  const [dialog, setDialog] = useState<Dialog>();
  const chosen = useRef<Dialog>(undefined);
  const choose = (next: Dialog) => {
    chosen.current = next;
  };
  const isOwn = post.user._id === readerId;
  const quote = () => {
    draft.change({ quote: post._id });
    requestComposer();
  };
  if (dialog === 'report') {
    const label = `the post of ${post.user.username}`;
    return <ReportDialog target={{ type: 'post', id: post._id, label }} onClose={onClose} />;
  }
  if (dialog === 'block') return <BlockFanDialog fan={post.user} onClose={onClose} />;
  return (
    <MenuList
      label="Post options"
      className="ko-post__menu"
      opener={opener}
      onClose={() => (chosen.current ? setDialog(chosen.current) : onClose())}
    >
      <MenuItem icon={icons.link} onChoose={() => void copyText(postLink(post), 'Link copied')}>
        Copy link
      </MenuItem>
      {'share' in navigator ? (
        <MenuItem icon={icons.share} onChoose={() => void sharePost(post)}>
          Share
        </MenuItem>
      ) : null}
      <MenuItem icon={icons.quote} onChoose={quote}>
        Quote
      </MenuItem>
      <MenuItem icon={icons.bookmark} onChoose={() => void savePost(!post.saved)}>
        {post.saved ? 'Remove from saved' : 'Save'}
      </MenuItem>
      {isOwn ? (
        <>
          {/* The server refuses to change what fans have voted on. */}
          {post.poll && post.poll.total > 0 ? null : (
            <MenuItem icon={icons.squarePen} onChoose={onEdit}>
              Edit
            </MenuItem>
          )}
          <MenuItem icon={icons.trash} isDanger onChoose={onDelete}>
            Delete
          </MenuItem>
        </>
      ) : (
        <>
          <AuthorItems author={post.user} />
          <MenuItem icon={icons.ban} isDanger onChoose={() => choose('block')}>
            Block
          </MenuItem>
          <MenuItem icon={icons.flag} onChoose={() => choose('report')}>
            Report
          </MenuItem>
        </>
      )}
    </MenuList>
  );
}
