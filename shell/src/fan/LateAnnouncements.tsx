import { useEffect, useState, type ComponentType } from 'react';

/** The first page is there by then: announcements must not take the line from it. */
const AFTER_MS = 3_000;

/** The bar with what admins tell everybody, once its code is here. */
export function LateAnnouncements() {
  const [Bar, setBar] = useState<ComponentType>();
  useEffect(() => {
    const load = () =>
      import(/* webpackChunkName: "announcements" */ './AnnouncementBar').then(
        (module) => setBar(() => module.default),
        // The page stands without it.
        () => undefined,
      );
    const timer = setTimeout(() => void load(), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return Bar ? <Bar /> : null;
}
