import { jest } from '@jest/globals';

export const ENDPOINT = 'https://push.example/abc';

interface FakePush {
  /** The answer of the person to the browser's question. */
  answer: NotificationPermission;
  isSubscribed: boolean;
  /** The keys of the server that were subscribed with. */
  keys: unknown[];
  /** How often the browser asked for permission. */
  questions: number;
  /** Rejects the next subscriptions. */
  refusal: Error | undefined;
}

/** A browser with push, which jsdom does not have. */
export function fakePush(permission: NotificationPermission = 'default'): FakePush {
  const push: FakePush = {
    answer: 'granted',
    isSubscribed: false,
    keys: [],
    questions: 0,
    refusal: undefined,
  };
  const subscription = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      push.isSubscribed = false;
      return Promise.resolve(true);
    },
  };
  const registration = {
    pushManager: {
      getSubscription: () => Promise.resolve(push.isSubscribed ? subscription : null),
      subscribe: ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
        if (push.refusal) return Promise.reject(push.refusal);
        push.keys.push(applicationServerKey);
        push.isSubscribed = true;
        return Promise.resolve(subscription);
      },
    },
  };
  const notification = {
    permission,
    requestPermission: () => {
      push.questions += 1;
      notification.permission = push.answer;
      return Promise.resolve(push.answer);
    },
  };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    register: () => Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  };
  Object.assign(window, { PushManager: jest.fn(), Notification: notification });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  return push;
}

/** Removes what `fakePush` added. */
export function withoutPush(): void {
  Reflect.deleteProperty(window, 'PushManager');
  Reflect.deleteProperty(window, 'Notification');
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
