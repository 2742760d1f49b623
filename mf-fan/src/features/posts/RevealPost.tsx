import { Button, errorMessage, useFocusFallback } from '@kickoff/ui';

import { texts } from '../../texts';
import { useRevealPost } from './api/useRevealPost';

/** Shows a post about a moment that its reader has not seen. */
export function RevealPost({ id }: { id: string }) {
  const { mutate, isPending, error } = useRevealPost(id);
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div className="ko-post__acts" ref={element}>
      <Button look="soft" size="sm" busy={isPending} onClick={() => mutate()}>
        {texts.post.reveal}
      </Button>
      {error ? (
        <p className="ko-error" role="alert">
          {errorMessage(error)}
        </p>
      ) : null}
    </div>
  );
}
