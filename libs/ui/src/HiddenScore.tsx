import { Icon } from './Icon';
import * as icons from './icons';
import { texts } from './texts';

/** Replaces a score that the fan's viewpoint hides. */
export function HiddenScore() {
  return (
    <span className="ko-chip">
      <Icon icon={icons.shield} size={16} />
      {texts.match.hiddenScore}
    </span>
  );
}
