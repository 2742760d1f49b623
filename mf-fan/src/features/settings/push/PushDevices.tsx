import {
  Button,
  errorMessage,
  ErrorState,
  FilledText,
  FormAlert,
  formatDay,
  Loading,
  useFocusFallback,
} from '@kickoff/ui';
import { CallFailure, useExclusiveMutation } from '@kickoff/web';
import { useState } from 'react';

import styles from '../settings.module.css';
import { texts } from '../../../texts';
import { usePushPermission } from './device-push';
import { type PushDevice, usePushDevices, usePushOfDevice } from './usePushSubscriptions';

function sentenceFor(failure: unknown): string {
  // The browser's own errors are not meant for people.
  return failure instanceof CallFailure ? errorMessage(failure) : texts.push.noService;
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
      <div className={styles.longWords}>
        <b>{host}</b>
        <p>
          <FilledText
            text={isThis ? texts.push.thisSince : texts.push.since}
            values={{ day: <time dateTime={createdAt}>{formatDay(createdAt)}</time> }}
          />
        </p>
      </div>
      {isThis ? (
        <Button
          look="line"
          size="sm"
          busy={isBusy}
          aria-label={texts.push.removeThis}
          onClick={onRemove}
        >
          {texts.actions.remove}
        </Button>
      ) : null}
    </li>
  );
}

interface PushSwitchProps {
  isOn: boolean;
  isBusy: boolean;
  onPress: () => void;
}

function PushSwitch({ isOn, isBusy, onPress }: PushSwitchProps) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div ref={element}>
      <Button look={isOn ? 'line' : 'primary'} busy={isBusy} onClick={onPress}>
        {isOn ? texts.push.turnOff : texts.push.turnOn}
      </Button>
    </div>
  );
}

/** Push on this device, turned on by the fan's own press only, and the devices that have it. */
export function PushDevices() {
  const { data: devices, isError, refetch } = usePushDevices();
  const { turnOn, turnOff } = usePushOfDevice();
  const permission = usePushPermission();
  const [fault, setFault] = useState<string>();
  const [announcement, setAnnouncement] = useState('');

  const isOn = devices?.some(({ isThis }) => isThis) ?? false;
  const { mutate, isPending } = useExclusiveMutation({
    mutationFn: ({ work }: { work: () => Promise<void>; done: string }) => work(),
    onMutate: () => {
      setFault(undefined);
      setAnnouncement('');
    },
    onSuccess: (_, { done }) => setAnnouncement(done),
    onError: (failure) => setFault(sentenceFor(failure)),
  });
  const askAndTurnOn = async () => {
    // First, because browsers ask only during a press.
    const answer = await Notification.requestPermission();
    if (answer === 'default') setFault(texts.push.notAnswered);
    if (answer === 'denied') setAnnouncement(texts.push.blocked);
    if (answer === 'granted') mutate({ work: turnOn, done: texts.push.turnedOn });
  };
  const remove = () => mutate({ work: turnOff, done: texts.push.turnedOff });

  if (!devices) {
    return isError ? (
      <ErrorState text={texts.push.failed} onRetry={() => void refetch()} />
    ) : (
      <Loading />
    );
  }
  const blocked = permission === 'unsupported' ? texts.push.unsupported : texts.push.blocked;
  return (
    <div className="ko-form" role="group" aria-label={texts.push.name} tabIndex={-1}>
      <p>{texts.push.about}</p>
      {permission === 'unsupported' || permission === 'denied' ? (
        <p className="ko-hint">{blocked}</p>
      ) : (
        <PushSwitch
          isOn={isOn}
          isBusy={isPending}
          onPress={isOn ? remove : () => void askAndTurnOn()}
        />
      )}
      {fault === undefined ? null : <FormAlert kind="error" text={fault} />}
      <p className="ko-sr" role="status">
        {announcement}
      </p>
      {devices.length === 0 ? null : (
        <section aria-label={texts.push.devices}>
          <ul>
            {devices.map((device) => (
              <DeviceItem key={device._id} device={device} isBusy={isPending} onRemove={remove} />
            ))}
          </ul>
          {devices.every(({ isThis }) => isThis) ? null : (
            <p className="ko-hint ko-mt-2">{texts.push.othersHint}</p>
          )}
        </section>
      )}
    </div>
  );
}
