import { useEffect, useRef, useState } from 'react';

/** Returns a ref, and whether the top of its element is above the visible part of the page. */
export function useIsScrolledPast<Element extends HTMLElement>() {
  const mark = useRef<Element>(null);
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const target = mark.current;
    if (!target) return undefined;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, boundingClientRect } of entries) {
        setPast(!isIntersecting && boundingClientRect.top < 0);
      }
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  return { mark, isPast };
}
