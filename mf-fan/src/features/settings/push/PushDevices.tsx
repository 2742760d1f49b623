import {
  Button,
  errorMessage,
  ErrorState,
  FormAlert,
  formatDay,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { CallFailure } from '@kickoff/web';
import { useState } from 'react';

import { pushPermission, type PushPermission } from './device-push';
import { type PushDevice, usePushDevices, usePushOfDevice } from './usePushSubscriptions';

const UNSUPPORTED =
  'This browser cannot show notifications of websites. On an iPhone or iPad, add KickOff to the home screen and open it from there.';
const DENIED =
  'This browser blocks notifications from KickOff. Allow them in its settings for this site, then come back.';
const NOT_ANSWERED = 'Your browser asked, and got no answer. Turn it on again to be asked anew.';
const NO_SERVICE = 'Your browser could not reach its push service. Please try again later.';

function sentenceFor(failure: unknown): string {
  // The browser's own errors are not meant for people.
  return failure instanceof CallFailure ? errorMessage(failure) : NO_SERVICE;
}

interface DeviceItemProps {
  device: PushDevice;
  isBusy: boolean;
  onRemove: () => void;
}

function DeviceItem({ device: { host, createdAt, isThis }, isBusy, onRemove }: DeviceItemProps) {
  const item = useFocusFallback<HTMLLIElement>();
  return (
    <li className="ko-head ko-mt-2" ref={item}>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <b>{host}</b>
        <p>
          {isThis ? 'This device, since ' : 'Since '}
          <time dateTime={createdAt}>{formatDay(createdAt)}</time>
        </p>
      </div>
      {isThis ? (
        <Button look="line" size="sm" busy={isBusy} onClick={onRemove}>
          Remove<span className="ko-sr"> this device</span>
        </Button>
      ) : null}
    </li>
  );
}

/** Push on this device, turned on by the fan's own press only, and the devices that have it. */
export function PushDevices() {
  const { data: devices, isError, refetch } = usePushDevices();
  const { turnOn, turnOff } = usePushOfDevice();
  const [permission, setPermission] = useState<PushPermission>(pushPermission);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [announcement, setAnnouncement] = useState('');

  const isOn = devices?.some(({ isThis }) => isThis) ?? false;
  const run = async (work: () => Promise<void>, done: string) => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    setAnnouncement('');
    try {
      await work();
      setAnnouncement(done);
    } catch (failure) {
      setFault(sentenceFor(failure));
    }
    setBusy(false);
  };
  const askAndTurnOn = async () => {
    // First, because browsers ask only during a press.
    const answer = await Notification.requestPermission();
    setPermission(answer);
    if (answer === 'default') setFault(NOT_ANSWERED);
    if (answer !== 'granted') return;
    await run(turnOn, 'This device gets your notifications now');
  };
  const remove = () => void run(turnOff, 'This device gets no notifications any more');

  if (!devices) {
    return isError ? (
      <ErrorState text="Failed to fetch your devices" onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  const blocked = permission === 'unsupported' ? UNSUPPORTED : DENIED;
  return (
    <div className="ko-form" role="group" aria-label="Push" tabIndex={-1}>
      <p>
        KickOff can notify you on this device, also while it is closed: of comments, quotes and
        replies, of your team’s goals and of matches you follow. You choose which below.
      </p>
      {permission === 'unsupported' || permission === 'denied' ? (
        <p className="ko-hint" role="status">
          {blocked}
        </p>
      ) : (
        <div>
          <Button
            look={isOn ? 'line' : 'primary'}
            busy={isBusy}
            onClick={isOn ? remove : () => void askAndTurnOn()}
          >
            {isOn ? 'Turn off on this device' : 'Turn on for this device'}
          </Button>
        </div>
      )}
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
      <p className="ko-sr" role="status">
        {announcement}
      </p>
      {devices.length === 0 ? null : (
        <section aria-label="Devices">
          <ul>
            {devices.map((device) => (
              <DeviceItem key={device._id} device={device} isBusy={isBusy} onRemove={remove} />
            ))}
          </ul>
          {devices.every(({ isThis }) => isThis) ? null : (
            <p className="ko-hint ko-mt-2">
              End another device’s session below, and it gets no more notifications.
            </p>
          )}
        </section>
      )}
    </div>
  );
}
