import type { Comment, Post } from '@kickoff/contracts';
import { Avatar, fillText, formatShortAge, Icon, icons } from '@kickoff/ui';
import { addressOf, Link, pictureAddress, useLazyComponent } from '@kickoff/web';
import { useRef } from 'react';

import { texts } from '../../texts';
import { FanLink } from './FanLink';
import { LinkedText } from './LinkedText';
import { linkPieces } from './text-links';
import { useMomentTitle } from './useMomentTitle';

interface CommentLineProps {
  post: Post;
  comment: Comment;
  now: number;
  readerId: string | undefined;
  /** Called when it has been deleted. */
  onGone: () => void;
}

const loadMenu = () => import(/* webpackChunkName: "post-parts" */ './CommentMenu');

/** One comment with the reader's actions. */
export function CommentLine({ post, comment, now, readerId, onGone }: CommentLineProps) {
  const { user, text, createdAt, truncated } = comment;
  const menu = useLazyComponent(loadMenu);
  const button = useRef<HTMLButtonElement>(null);
  const moment = useMomentTitle(createdAt);
  return (
    <li className="ko-comment" id={`c-${comment._id}`}>
      <Avatar fan={user} picture={pictureAddress(user)} size={28} />
      <div>
        <p className="ko-prose">
          <FanLink className="ko-comment__name" fan={user} readerId={readerId} />{' '}
          <bdi>
            <LinkedText pieces={linkPieces(text)} />
          </bdi>
          {truncated ? (
            <>
              {'… '}
              <Link
                className="ko-link ko-link--quiet"
                to={addressOf('Post', { postId: post._id })}
                aria-label={fillText(texts.comments.showRest, user)}
              >
                {texts.actions.showMore}
              </Link>
            </>
          ) : null}
        </p>
        <time className="ko-hint" dateTime={createdAt} {...moment}>
          {formatShortAge(createdAt, now)}
        </time>{' '}
        <span className="ko-comment__menu">
          <button
            className="ko-icbtn ko-icbtn--sm"
            type="button"
            aria-label={texts.comments.options}
            aria-haspopup="menu"
            aria-expanded={menu.isOpen}
            ref={button}
            onClick={menu.isOpen ? menu.close : menu.open}
          >
            <Icon icon={icons.ellipsis} size={16} />
          </button>
          {menu.Component ? (
            <menu.Component
              post={post}
              comment={comment}
              readerId={readerId}
              opener={button}
              onClose={menu.close}
              onGone={onGone}
            />
          ) : null}
        </span>
      </div>
    </li>
  );
}
