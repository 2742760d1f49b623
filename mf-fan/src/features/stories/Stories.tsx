import { Avatar, Button, fillText, Icon, icons, Loading, ShowMore } from '@kickoff/ui';
import {
  addressWith,
  pictureAddress,
  replaceAddress,
  useAddressQuery,
  useOwnProfile,
} from '@kickoff/web';
import { mayHaveDraft } from '@kickoff/web/drafts';
import { useCallback, useEffect, useState, type ChangeEvent, type ReactNode } from 'react';

import { afterLoad } from '../../after-load';
import { texts } from '../../texts';
import { useStories } from './api/useStories';
import { groupsOf, isSeen, type StoryGroup } from './story-groups';

// Loaded on demand, so that the page loads faster.
const loadPlayer = () => import(/* webpackChunkName: "story-viewer" */ './story-player');
const loadNewStory = () => import(/* webpackChunkName: "new-story" */ './new-story');

/** The strip of stories: the button to add one first, then a ring per fan with stories. */
export function Stories() {
  const { data: me } = useOwnProfile();
  const list = useStories();
  const { data, isPending, isError, refetch } = list;
  const [dialog, setDialog] = useState<ReactNode>(null);
  const linked = useAddressQuery().get('story');
  const groups = groupsOf(data?.pages.flatMap(({ items }) => items) ?? [], me?._id);
  const fanId = me?._id;
  const close = useCallback(() => setDialog(null), []);

  const open = (loading: Promise<ReactNode>) => afterLoad(loading, setDialog);
  const watch = (group: StoryGroup) =>
    open(loadPlayer().then(({ storyViewer }) => storyViewer(group, groups, fanId, close)));
  useEffect(() => {
    if (linked === null) return;
    // A reload does not open it again.
    replaceAddress(addressWith({ story: '' }));
    afterLoad(
      loadPlayer().then(({ linkedStory }) => linkedStory(linked, close)),
      setDialog,
    );
  }, [linked, close]);
  useEffect(() => {
    if (fanId === undefined || !mayHaveDraft(fanId, 'story')) return;
    loadNewStory()
      .then(({ unsentStoryDialog }) => unsentStoryDialog(fanId, close))
      // On failure the draft is offered at the next visit.
      .then(
        (unsent) => unsent && setDialog(unsent),
        () => undefined,
      );
  }, [fanId, close]);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // So that the same file can be chosen again.
    event.target.value = '';
    if (!file) return;
    open(loadNewStory().then(({ newStoryDialog }) => newStoryDialog(fanId, file, close)));
  };

  return (
    <section aria-label={texts.stories.name}>
      <ul className="ko-stories">
        <li>
          <label className="ko-story ko-story--add">
            <span className="ko-av ko-av--64">
              <Icon icon={icons.plus} size={24} />
            </span>
            <span>{texts.stories.add}</span>
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
                aria-label={fillText(
                  ring === 'seen' ? texts.stories.seenOfFan : texts.stories.ofFan,
                  { username },
                )}
                aria-haspopup="dialog"
                onClick={() => watch(group)}
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
              <div className="ko-stories__skeleton">
                {[0, 1, 2].map((index) => (
                  <span className="ko-story" key={index}>
                    <span className="ko-sk ko-av ko-av--64" />
                    <span className="ko-sk" />
                  </span>
                ))}
              </div>
            </Loading>
          </li>
        ) : null}
        {isError && !data ? (
          <li className="ko-stories__end">
            <div role="alert">
              <span className="ko-hint">{texts.stories.failed}</span>
              <Button look="soft" size="sm" onClick={() => void refetch()}>
                <Icon icon={icons.rotateCw} size={16} />
                {texts.actions.retry}
              </Button>
            </div>
          </li>
        ) : null}
        {data?.pages[0]?.next === undefined ? null : (
          <li className="ko-stories__end">
            <ShowMore
              of={list}
              size="sm"
              label={texts.stories.more}
              failure={texts.stories.failed}
            />
          </li>
        )}
      </ul>
      {dialog}
    </section>
  );
}
