import type { Post } from '@kickoff/contracts';
import { icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';
import { requestComposer } from '@kickoff/web';
import { useDraft } from '@kickoff/web/drafts';

import { useSavePost } from './api/useSavePost';
import { AuthorItems } from './AuthorItems';
import { copyText, postLink, sharePost } from './share-post';

interface PostMenuProps extends PopupProps {
  post: Post;
  readerId: string | undefined;
  onEdit: () => void;
  onDelete: () => void;
  onBlock: () => void;
  onReport: () => void;
}

/** The reader's actions on a post: an own one can be edited or deleted. */
export default function PostMenu({
  post,
  readerId,
  onEdit,
  onDelete,
  onBlock,
  onReport,
  ...popup
}: PostMenuProps) {
  const draft = useDraft(readerId, 'post');
  const savePost = useSavePost(post);
  const isOwn = post.user._id === readerId;
  const quote = () => {
    draft.change({ quote: post._id });
    requestComposer();
  };
  return (
    <MenuList label="Post options" className="ko-post__menu" {...popup}>
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
          <MenuItem icon={icons.ban} isDanger onChoose={onBlock}>
            Block
          </MenuItem>
          <MenuItem icon={icons.flag} onChoose={onReport}>
            Report
          </MenuItem>
        </>
      )}
    </MenuList>
  );
}
