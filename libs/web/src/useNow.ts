import { useEffect, useState } from 'react';

const STEP_MS = 30_000;

/** The present moment, for what changes by the mere passing of time: ages in words, and which day is today. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
