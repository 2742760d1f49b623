import { jest } from '@jest/globals';

class NearObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];

  constructor(private readonly onSeen: IntersectionObserverCallback) {}

  observe(target: Element): void {
    const rect = target.getBoundingClientRect();
    const seen = { isIntersecting: true, intersectionRatio: 1, rootBounds: null, time: 0, target };
    this.onSeen([{ ...seen, boundingClientRect: rect, intersectionRect: rect }], this);
  }
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
  unobserve(): void {
    // Everything is always near the viewport.
  }
  disconnect(): void {
    // Observes nothing.
  }
}

/** A screen so high that the end of every list is near the viewport. */
export function onScreen({ isDesktop }: { isDesktop: boolean }): void {
  const matchMedia = window.matchMedia.bind(window);
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) => Object.assign(matchMedia(media), { matches: isDesktop }));
  jest
    .spyOn(window, 'IntersectionObserver')
    .mockImplementation((onSeen) => new NearObserver(onSeen));
}
