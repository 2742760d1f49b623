import { useId } from 'react';

import { texts } from '../../texts';
import type { useYear } from './useYear';

/** Selects the year of the charts. */
export function YearChoice({ year, years, choose }: ReturnType<typeof useYear>) {
  const id = useId();
  return (
    <div className="ko-row ko-mt-4">
      <label className="ko-label" htmlFor={id}>
        {texts.charts.year}
      </label>
      <select
        className="ko-select ko-input--sm ko-yearchoice"
        id={id}
        value={year}
        onChange={({ target }) => choose(target.value)}
      >
        {years.map((known) => (
          <option key={known}>{known}</option>
        ))}
      </select>
    </div>
  );
}
