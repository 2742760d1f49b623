import type { OwnProfile } from '@kickoff/contracts';
import { Avatar } from '@kickoff/ui';

/** Those whom the fan follows. */
export function ConnectedFriends({ friends }: Pick<OwnProfile, 'friends'>) {
  return (
    <aside className="ko-sheet ko-pad" aria-label="Connected Friends">
      <div className="ko-head">
        <h2>Connected Friends</h2>
      </div>
      {friends.length === 0 ? <p className="ko-none ko-mt-2">No friends yet</p> : null}
      <ul className="ko-mt-2">
        {friends.map((friend) => (
          <li className="ko-person" key={friend._id}>
            <Avatar fan={friend} />
            <b>{friend.username}</b>
          </li>
        ))}
      </ul>
    </aside>
  );
}
