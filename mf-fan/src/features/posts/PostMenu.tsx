import { icons, MenuItem, MenuList, type PopupProps } from '@kickoff/ui';

interface PostMenuProps extends PopupProps {
  /** The reader's actions: an own post can be edited or deleted, another's reported. */
  acts:
    | { isOwn: true; onEdit: () => void; onDelete: () => void }
    | { isOwn: false; onReport: () => void };
}

export default function PostMenu({ acts, ...popup }: PostMenuProps) {
  return (
    <MenuList label="Post options" className="ko-post__menu" {...popup}>
      {acts.isOwn ? (
        <>
          <MenuItem icon={icons.squarePen} onChoose={acts.onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={icons.trash} isDanger onChoose={acts.onDelete}>
            Delete
          </MenuItem>
        </>
      ) : (
        <MenuItem icon={icons.flag} onChoose={acts.onReport}>
          Report
        </MenuItem>
      )}
    </MenuList>
  );
}
