import { NETWORK_FAILURE } from '@kickoff/contracts';
import { Avatar, Button, Icon, icons, Loading } from '@kickoff/ui';
import { pictureAddress, raiseToast, useOwnProfile } from '@kickoff/web';
import { mayHaveDraft } from '@kickoff/web/drafts';
import { useEffect, useRef, useState, type ChangeEvent, type ReactNode } from 'react';

import { useStories } from './api/useStories';
import { groupsOf, isSeen, type StoryGroup } from './story-groups';

/** The strip of stories: the button to add one first, then a ring per fan with stories. */
export function Stories() {
  const { data: me } = useOwnProfile();
  const { data: stories, isPending, isError, refetch } = useStories();
  const [dialog, setDialog] = useState<ReactNode>(null);
  const groups = groupsOf(stories ?? [], me?._id);
  const close = () => setDialog(null);

  /** The dialogs are loaded on demand, so that the page loads faster. */
  const open = async (load: () => Promise<ReactNode>) => {
    try {
      setDialog(await load());
    } catch {
      raiseToast({ kind: 'error', text: NETWORK_FAILURE });
    }
  };
  const watch = (group: StoryGroup) =>
    open(async () => {
      const { StoryViewer } = await import(/* webpackChunkName: "story-viewer" */ './StoryViewer');
      const playlist = groups.flatMap((each) => each.stories);
      const first = group.stories.find(({ seen }) => !seen) ?? group.stories[0];
      return (
        <StoryViewer
          stories={playlist}
          start={playlist.findIndex((story) => story === first)}
          readerId={me?._id}
          onClose={close}
        />
      );
    });
  const newStory = async (file?: File) => {
    const { validateStoryFile, NewStoryDialog } = await import(
      /* webpackChunkName: "new-story" */ './NewStoryDialog'
    );
    if (!me) throw new Error('Nobody knows yet whose story it is');
    const chosen = file && validateStoryFile(file);
    if (chosen && 'fault' in chosen) {
      raiseToast({ kind: 'error', text: chosen.fault });
      return null;
    }
    return (
      <NewStoryDialog
        fanId={me._id}
        {...(chosen ? { chosen } : {})}
        onAdded={() => {
          close();
          raiseToast({ kind: 'ok', text: 'Your story is added' });
        }}
        onClose={close}
      />
    );
  };
  const fanId = me?._id;
  const offer = useRef(() => {});
  useEffect(() => {
    // On failure the draft is offered at the next visit.
    offer.current = () => void newStory().then(setDialog, () => undefined);
  });
  useEffect(() => {
    if (fanId === undefined || !mayHaveDraft(fanId, 'story')) return;
    const offerWhatIsLeft = async () => {
      const { hasUnsentStory } = await import(/* webpackChunkName: "new-story" */ './unsent-story');
      if (await hasUnsentStory(fanId)) offer.current();
    };
    // On failure the draft is offered at the next visit.
    offerWhatIsLeft().catch(() => undefined);
  }, [fanId]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // So that the same file can be chosen again.
    event.target.value = '';
    if (file) void open(() => newStory(file));
  };

  return (
    <section aria-label="Stories">
      <ul className="ko-stories">
        <li>
          <label className="ko-story ko-story--add">
            <span className="ko-av ko-av--64" style={{ margin: 4 }}>
              <Icon icon={icons.plus} size={24} />
            </span>
            <span>Add story</span>
            <input className="ko-sr" type="file" accept="image/*,video/*" onChange={choose} />
          </label>
        </li>
        {groups.map((group) => {
          const { username } = group.fan;
          const ring = isSeen(group) ? 'seen' : 'new';
          return (
            <li key={group.fan._id}>
              <button
                className="ko-story"
                type="button"
                aria-label={`Story by ${username}${ring === 'seen' ? ', seen' : ''}`}
                aria-haspopup="dialog"
                onClick={() => void watch(group)}
              >
                <Avatar fan={group.fan} picture={pictureAddress(group.fan)} size={64} ring={ring} />
                <span aria-hidden="true">{username}</span>
              </button>
            </li>
          );
        })}
        {isPending ? (
          <li>
            <Loading>
              <div style={{ display: 'flex', gap: 6 }}>
                {[0, 1, 2].map((index) => (
                  <span className="ko-story" key={index}>
                    <span
                      className="ko-sk ko-av ko-av--64"
                      style={{ margin: 4, borderRadius: '50%' }}
                    />
                    <span className="ko-sk" style={{ width: 52, height: '.8em' }} />
                  </span>
                ))}
              </div>
            </Loading>
          </li>
        ) : null}
        {isError && !stories ? (
          <li style={{ alignSelf: 'center' }}>
            <div role="alert" style={{ display: 'grid', gap: 6, justifyItems: 'start' }}>
              <span className="ko-hint">Failed to fetch stories</span>
              <Button look="soft" size="sm" onClick={() => void refetch()}>
                <Icon icon={icons.rotateCw} size={16} />
                Retry
              </Button>
            </div>
          </li>
        ) : null}
      </ul>
      {dialog}
    </section>
  );
}
