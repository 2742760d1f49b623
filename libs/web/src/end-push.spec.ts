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

describe('the push subscription of a browser', () => {
  it("ends with a fan's session", async () => {
    const browser = subscribedBrowser();

    forgetDeviceData('fan', 'token');

    await waitFor(() => expect(browser.isSubscribed).toBe(false));
  });

  it("outlives an admin's session", async () => {
    const browser = subscribedBrowser();

    forgetDeviceData('admin', 'token');
    await new Promise((resolve) => setTimeout(resolve));

    expect(browser.isSubscribed).toBe(true);
  });
});
