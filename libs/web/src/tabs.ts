export interface TabChannel<Message> {
  /** Tells the other tabs of this browser; this one hears nothing of it. */
  tell: (message: Message) => void;
  /** Hears what other tabs tell; returns how to stop. */
  hear: (listener: (message: Message) => void) => () => void;
}

/** What the tabs of this browser tell each other under a name. */
export function tabChannel<Message>(name: string): TabChannel<Message> {
  let opened: BroadcastChannel | undefined;
  // One for both: a tab hears what it says through another.
  const channel = () => (opened ??= new BroadcastChannel(name));
  return {
    tell: (message) => channel().postMessage(message),
    hear: (listener) => {
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data);
      channel().addEventListener('message', onMessage);
      return () => channel().removeEventListener('message', onMessage);
    },
  };
}
