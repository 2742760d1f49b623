import { Button } from '@kickoff/ui';

import { texts } from '../../texts';
import { useRevealPost } from './api/useRevealPost';

/** Shows a post about a moment that its reader has not seen. */
export function RevealPost({ id }: { id: string }) {
  const { isRevealing, fault, reveal } = useRevealPost(id);
  return (
    <div className="ko-post__acts">
      <Button look="soft" size="sm" busy={isRevealing} onClick={() => void reveal()}>
        {texts.post.reveal}
      </Button>
      {fault === undefined ? null : (
        <p className="ko-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
