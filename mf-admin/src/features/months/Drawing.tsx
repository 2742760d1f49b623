import type ApexCharts from 'apexcharts';
import { Button } from '@kickoff/ui';
import { useEffect, useRef, useState } from 'react';

import { useManner } from './useManner';
import type { Manner } from './chart-options';

interface DrawingProps {
  /** What it shows, in words. */
  label: string;
  /** How long it takes to appear where movement is welcome. */
  drawMs: number;
  /** Changes when something else is to be drawn. */
  of: string;
  options: (manner: Manner) => ApexCharts.ApexOptions;
}

/**
 * The library puts a style element for its legend into each drawing, which the
 * site's policy refuses aloud; the legend is ours. It makes a new one at every
 * change of size, so that all of them are told.
 */
function withoutLegendStyles(chart: ApexCharts): ApexCharts {
  const legend: unknown = Reflect.get(chart, 'legend');
  if (typeof legend !== 'object' || legend === null) return chart;
  const maker: unknown = Reflect.get(legend, 'legendHelpers');
  if (typeof maker !== 'object' || maker === null) return chart;
  const kind = Reflect.getPrototypeOf(maker);
  if (kind) Reflect.set(kind, 'appendToForeignObject', () => undefined);
  return chart;
}

/** A chart. The numbers themselves stand beside it, so that nobody has to see it. */
export function Drawing({ label, drawMs, of, options }: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  const manner = useManner(drawMs);
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });

  useEffect(() => {
    let isWanted = true;
    let chart: ApexCharts | undefined;
    const draw = async () => {
      const { default: Chart } = await import(/* webpackChunkName: "charts" */ 'apexcharts');
      if (!isWanted || !place.current) return;
      chart = withoutLegendStyles(new Chart(place.current, newest.current(manner)));
      await chart.render();
    };
    draw().then(
      () => isWanted && setState('drawn'),
      () => isWanted && setState('failed'),
    );
    return () => {
      isWanted = false;
      chart?.destroy();
    };
  }, [of, manner, tries]);

  const tryAgain = () => {
    setState('loading');
    setTries(tries + 1);
  };
  return (
    <div className="ko-drawing" role="img" aria-label={label}>
      {state === 'loading' ? <div className="ko-spin" /> : null}
      {state === 'failed' ? (
        <div className="ko-drawing__none">
          <p>The chart could not be drawn. The table has the same numbers.</p>
          <Button look="soft" size="sm" onClick={tryAgain}>
            Retry
          </Button>
        </div>
      ) : null}
      {/* By this name the library looks for its style sheet: it is in admin.css, not put in by script. */}
      <div id="apexcharts-css" ref={place} />
    </div>
  );
}
