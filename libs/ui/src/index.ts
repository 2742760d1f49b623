export { Avatar, type AvatarProps } from './Avatar';
export { Button } from './Button';
export { ClubBadge } from './ClubBadge';
export { clubColors } from './club-colors';
export { ClubForm } from './ClubForm';
export { ConfirmDialog } from './ConfirmDialog';
import './custom-properties';
export { dateFormat } from './date-format';
export { EmptyState } from './EmptyState';
export { errorMessage } from './error-message';
export { ErrorState } from './ErrorState';
export { Field, type FieldProps } from './Field';
export { fillText, pluralText } from './fill-text';
export { FilledText } from './FilledText';
export { FormAlert } from './FormAlert';
export { formatAge, formatShortAge } from './format-age';
export { GoalDrawing } from './GoalDrawing';
export { HiddenScore } from './HiddenScore';
export { Icon } from './Icon';
export * as icons from './icons';
export { Loading } from './Loading';
export { Logo } from './Logo';
export { Mark } from './Mark';
export {
  formatClock,
  formatDataTime,
  formatMatchStatus,
  formatMinute,
  formatViewpoint,
} from './match-status';
export { Menu, MenuItem, MenuList } from './Menu';
export { navigationIcons } from './navigation-icons';
export { formatActors, formatNotification, NotificationLine } from './NotificationLine';
export { Overlay } from './Overlay';
export { PasswordField } from './PasswordField';
export { PictureButton } from './PictureButton';
export { PictureOverlay } from './PictureOverlay';
export { ScoreAnnouncer } from './ScoreAnnouncer';
export { ShowMore } from './ShowMore';
export { ToastRegion } from './ToastRegion';
export { UnknownClubBadge } from './UnknownClubBadge';
export { useFocusFallback } from './useFocusFallback';
export { useIsNarrow } from './useIsNarrow';
export { useObjectUrl } from './useObjectUrl';
export { type PopupProps, usePopup } from './usePopup';
export {
  formatCount,
  formatDateTime,
  formatDay,
  formatDayOfYear,
  formatMatchCount,
  formatRelativeDay,
  formatSource,
  formatTime,
  formatTimeZone,
  startOfDay,
} from './format';
