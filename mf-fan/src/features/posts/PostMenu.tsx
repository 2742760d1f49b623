import type { Post } from '@kickoff/contracts';
import { fillText, icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';
import { requestComposer } from '@kickoff/web';
import { useDraft } from '@kickoff/web/drafts';
import { useRef, useState } from 'react';

import BlockFanDialog from '../../relations/BlockFanDialog';
import ReportDialog from '../../reports/ReportDialog';
import { texts } from '../../texts';
import { useSavePost } from './api/useSavePost';
import { AuthorItems } from './AuthorItems';
import styles from './PostMenu.module.css';
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
  const { mutate: savePost } = useSavePost(post);
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
    const title = fillText(texts.report.ofPost, post.user);
    return <ReportDialog target={{ type: 'post', id: post._id, title }} onClose={onClose} />;
  }
  if (dialog === 'block') return <BlockFanDialog fan={post.user} onClose={onClose} />;
  return (
    <MenuList
      label={texts.post.options}
      className={styles.menu}
      opener={opener}
      onClose={() => (chosen.current ? setDialog(chosen.current) : onClose())}
    >
      <MenuItem
        icon={icons.link}
        onChoose={() => void copyText(postLink(post), texts.postMenu.linkCopied)}
      >
        {texts.postMenu.copyLink}
      </MenuItem>
      {'share' in navigator ? (
        <MenuItem icon={icons.share} onChoose={() => void sharePost(post)}>
          {texts.postMenu.share}
        </MenuItem>
      ) : null}
      <MenuItem icon={icons.quote} onChoose={quote}>
        {texts.postMenu.quote}
      </MenuItem>
      <MenuItem icon={icons.bookmark} onChoose={() => savePost(!post.saved)}>
        {post.saved ? texts.postMenu.unsave : texts.actions.save}
      </MenuItem>
      {isOwn ? (
        <>
          {/* The server refuses to change what fans have voted on. */}
          {post.poll && post.poll.total > 0 ? null : (
            <MenuItem icon={icons.squarePen} onChoose={onEdit}>
              {texts.actions.edit}
            </MenuItem>
          )}
          <MenuItem icon={icons.trash} isDanger onChoose={onDelete}>
            {texts.actions.delete}
          </MenuItem>
        </>
      ) : (
        <>
          <AuthorItems author={post.user} />
          <MenuItem icon={icons.ban} isDanger onChoose={() => choose('block')}>
            {texts.actions.block}
          </MenuItem>
          <MenuItem icon={icons.flag} onChoose={() => choose('report')}>
            {texts.actions.report}
          </MenuItem>
        </>
      )}
    </MenuList>
  );
}
