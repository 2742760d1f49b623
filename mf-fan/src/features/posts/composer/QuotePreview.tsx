import { ErrorState, Icon, icons, Loading } from '@kickoff/ui';
import { useNow } from '@kickoff/web';

import { texts } from '../../../texts';
import { usePost } from '../api/usePost';
import { QuoteCard } from '../QuoteCard';
import type { ComposerFault } from './composer-fault';
import styles from './attachment.module.css';

interface QuotePreviewProps {
  postId: string;
  readerId: string;
  fault: ComposerFault | undefined;
  /** Omitted while the post is being sent. */
  onRemove: (() => void) | undefined;
}

/** The post that a new one quotes. */
export function QuotePreview({ postId, readerId, fault, onRemove }: QuotePreviewProps) {
  const { data: post, isPending, isError, refetch } = usePost(postId);
  const now = useNow();
  return (
    <div className={styles.attachment}>
      {isPending ? (
        <Loading>
          <span className="ko-sk" />
        </Loading>
      ) : null}
      {isError && !post ? (
        <ErrorState text={texts.posts.failed} onRetry={() => void refetch()} />
      ) : null}
      {post === undefined ? null : (
        <QuoteCard quote={post ?? { gone: true }} now={now} readerId={readerId} />
      )}
      {fault?.at === 'quote' ? (
        <p className="ko-error" role="alert">
          {fault.text}
        </p>
      ) : null}
      {onRemove ? (
        <button
          className={styles.remove}
          type="button"
          aria-label={texts.composer.removeQuote}
          // Focused where the server refuses the quote.
          data-faulty={fault?.at === 'quote' || undefined}
          onClick={onRemove}
        >
          <Icon icon={icons.x} />
        </button>
      ) : null}
    </div>
  );
}
