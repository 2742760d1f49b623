import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

import { forgetDeviceData } from './device-data';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  Reflect.deleteProperty(window, 'PushManager');
  jest.restoreAllMocks();
});

/** A browser that is subscribed to push messages. */
function subscribedBrowser() {
  const browser = { isSubscribed: true };
  const subscription = {
    unsubscribe: () => {
      browser.isSubscribed = false;
      return Promise.resolve(true);
    },
  };
  const registration = { pushManager: { getSubscription: () => Promise.resolve(subscription) } };
  Object.assign(window, { PushManager: jest.fn() });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: () => Promise.resolve(registration) },
  });
  return browser;
}

describe('The push subscription of a browser', () => {
  it("is cancelled when a fan's device data is removed", async () => {
    const browser = subscribedBrowser();

    forgetDeviceData('fan', 'token');

    await waitFor(() => expect(browser.isSubscribed).toBe(false));
  });

  it("is not cancelled when an admin's device data is removed", async () => {
    const browser = subscribedBrowser();

    forgetDeviceData('admin', 'token');
    await new Promise((resolve) => setTimeout(resolve));

    expect(browser.isSubscribed).toBe(true);
  });
});
