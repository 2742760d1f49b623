export interface TabChannel<Message> {
  /** Posts a message to the other tabs; this one does not receive it. */
  post: (message: Message) => void;
  /** Subscribes to messages of other tabs; returns the unsubscribe function. */
  subscribe: (listener: (message: Message) => void) => () => void;
}

/** Opens a named channel between the tabs of this browser. */
export function tabChannel<Message>(name: string): TabChannel<Message> {
  let opened: BroadcastChannel | undefined;
  // One instance for both directions: a second one in this tab would receive its messages.
  const channel = () => (opened ??= new BroadcastChannel(name));
  return {
    post: (message) => channel().postMessage(message),
    subscribe: (listener) => {
      const onMessage = ({ data }: MessageEvent<Message>) => listener(data);
      channel().addEventListener('message', onMessage);
      return () => channel().removeEventListener('message', onMessage);
    },
  };
}
