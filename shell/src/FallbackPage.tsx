import { Button, GoalDrawing, Icon, icons } from '@kickoff/ui';
import { addressOf, Link, usePageTitle, useSession } from '@kickoff/web';

import { texts } from './texts';

interface FallbackPageProps {
  text: string;
  onRetry: () => void;
}

/** Shown for an unknown address and for a page that failed as a whole. */
export function FallbackPage({ text, onRetry }: FallbackPageProps) {
  usePageTitle(texts.fallback.title);
  const home = addressOf(useSession('fan') === null ? 'Landing' : 'Home');
  return (
    <main className="ko-page ko-page--pad" id="main">
      <div className="ko-empty">
        <GoalDrawing />
        <h1>{texts.fallback.title}</h1>
        <p>{text}</p>
        <Button look="primary" onClick={onRetry}>
          <Icon icon={icons.rotateCw} size={16} />
          {texts.fallback.retry}
        </Button>
        <Link className="ko-btn" to={home}>
          {texts.fallback.home}
        </Link>
      </div>
    </main>
  );
}
