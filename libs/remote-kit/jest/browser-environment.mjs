import { TestEnvironment } from 'jest-environment-jsdom';

/** Browser APIs that jsdom lacks, or has in a form that the fetch of Node rejects. */
const fromNode = {
  fetch,
  Request,
  Response,
  Headers,
  ReadableStream,
  AbortController,
  AbortSignal,
  TextEncoder,
  TextDecoder,
  structuredClone,
};

class SilentObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

class SilentChannel extends EventTarget {
  postMessage() {}
  close() {}
}

/** A window without a size or preferences that never changes. */
export default class BrowserEnvironment extends TestEnvironment {
  /** @override */
  async setup() {
    await super.setup();
    Object.assign(this.global, fromNode, {
      ResizeObserver: SilentObserver,
      IntersectionObserver: SilentObserver,
      BroadcastChannel: SilentChannel,
      /** @param {string} media */
      matchMedia: (media) =>
        Object.assign(new this.global.EventTarget(), { media, matches: false, onchange: null }),
    });
    // jsdom has dialog elements but cannot open them.
    Object.assign(this.global.HTMLDialogElement.prototype, {
      /** @this {HTMLDialogElement} */
      showModal() {
        this.open = true;
      },
      /** @this {HTMLDialogElement} */
      close() {
        this.open = false;
      },
    });
  }
}
