import { useId, type ReactNode } from 'react';

/** A section of a page with its own heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="ko-card" aria-labelledby={id}>
      <div className="ko-sheet__head">
        <h2 id={id}>{title}</h2>
      </div>
      <div className="ko-pad">{children}</div>
    </section>
  );
}
