import type ApexCharts from 'apexcharts';
import { Button, useFocusFallback } from '@kickoff/ui';
import { useEffect, useRef, useState } from 'react';

import { texts } from '../../texts';
import { useChartTheme } from './useChartTheme';
import type { ChartTheme } from './chart-options';

interface ChartProps {
  /** Text description. */
  label: string;
  /** Duration of the entry animation in ms; ignored with reduced motion. */
  drawMs: number;
  /** Identity of the data; a change redraws the chart. */
  of: string;
  options: (theme: ChartTheme) => ApexCharts.ApexOptions;
}

/**
 * The library adds an inline style for its legend, which the content security policy blocks with an
 * error. We draw the legend ourselves, and patch the prototype because every resize creates a new
 * legend.
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

function ChartFault({ onRetry }: { onRetry: () => void }) {
  const element = useFocusFallback<HTMLDivElement>();
  return (
    <div className="ko-drawing__none" role="alert" ref={element}>
      <p>{texts.charts.failed}</p>
      <Button look="soft" size="sm" onClick={onRetry}>
        {texts.common.retry}
      </Button>
    </div>
  );
}

/**
 * A chart, hidden from screen readers behind its label. The page shows the same numbers as a table.
 */
export function Chart({ label, drawMs, of, options }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'drawn' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  const theme = useChartTheme(drawMs);
  const newest = useRef(options);
  useEffect(() => {
    newest.current = options;
  });

  useEffect(() => {
    let isWanted = true;
    let chart: ApexCharts | undefined;
    const draw = async () => {
      const { default: Chart } = await import(/* webpackChunkName: "charts" */ 'apexcharts');
      if (!isWanted || !container.current) return;
      chart = withoutLegendStyles(new Chart(container.current, newest.current(theme)));
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
  }, [of, theme, tries]);

  const tryAgain = () => {
    setState('loading');
    setTries(tries + 1);
  };
  return (
    <div
      className="ko-drawing"
      tabIndex={-1}
      // Screen readers do not reach what is in a picture.
      {...(state === 'failed' ? {} : { role: 'img', 'aria-label': label })}
    >
      {state === 'loading' ? <div className="ko-spin" /> : null}
      {state === 'failed' ? <ChartFault onRetry={tryAgain} /> : null}
      {/* The library injects its style sheet unless this id exists; the styles are in admin.css. */}
      <div id="apexcharts-css" ref={container} />
    </div>
  );
}
