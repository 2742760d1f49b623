import type ApexCharts from 'apexcharts';

import type { Series } from './months';

type Options = ApexCharts.ApexOptions;

/** How a drawing may look and move on this device, now. */
export interface Manner {
  /** The value of a token such as `--m1`. */
  colour: (token: string) => string;
  /** How long it takes to appear; nothing moves without it. */
  drawMs: number | undefined;
}

const MONTH_TOKENS = Array.from({ length: 12 }, (_, at) => `--m${at + 1}`);
const SERIES_TOKENS = ['--m1', '--m4', '--m8'];

function common({ drawMs }: Manner): Options {
  return {
    // The page has a legend and figures of its own, beside the drawing and as a table.
    legend: { show: false },
    dataLabels: { enabled: false },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    chart: {
      fontFamily: 'inherit',
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: drawMs !== undefined, speed: drawMs ?? 0 },
      // A year more or less far away is another drawing, not a movement of this one.
      redrawOnParentResize: true,
    },
  };
}

/** A ring of twelve months, and what its tooltip says: '{label}: {count} {Name}'. */
export function doughnutOptions(
  { name, counts }: Series,
  labels: readonly string[],
  manner: Manner,
): Options {
  const { chart, ...rest } = common(manner);
  return {
    ...rest,
    chart: { ...chart, type: 'donut', height: 340 },
    series: [...counts],
    labels: [...labels],
    colors: MONTH_TOKENS.map(manner.colour),
    stroke: { width: 2, colors: [manner.colour('--surface')] },
    plotOptions: { pie: { expandOnClick: false, donut: { size: '68%' } } },
    tooltip: {
      custom: ({ seriesIndex }: { seriesIndex: number }) =>
        `<span>${tooltipLine(name, labels[seriesIndex] ?? '', counts[seriesIndex] ?? 0)}</span>`,
    },
  };
}

/** One line of a tooltip. */
export function tooltipLine(name: string, label: string, count: number): string {
  return `${label}: ${count} ${name}`;
}

/** Bars by month with named axes that begin at zero. */
export function barOptions(
  series: readonly Series[],
  labels: readonly string[],
  manner: Manner,
): Options {
  const { chart, ...rest } = common(manner);
  const text = manner.colour('--text-2');
  const axisText = { style: { colors: text, fontSize: '13px' } };
  const title = { style: { color: text, fontSize: '13px', fontWeight: 600 } };
  return {
    ...rest,
    chart: { ...chart, type: 'bar', height: 360 },
    series: series.map(({ name, counts }) => ({ name, data: [...counts] })),
    colors: SERIES_TOKENS.map(manner.colour),
    grid: { borderColor: manner.colour('--line') },
    plotOptions: { bar: { columnWidth: '70%', borderRadius: 3 } },
    xaxis: { categories: [...labels], labels: axisText, title: { ...title, text: 'Month (UTC)' } },
    yaxis: {
      min: 0,
      forceNiceScale: true,
      decimalsInFloat: 0,
      labels: axisText,
      title: { ...title, text: series.map(({ name }) => name).join(', ') },
    },
    tooltip: {
      custom: ({
        seriesIndex,
        dataPointIndex,
      }: {
        seriesIndex: number;
        dataPointIndex: number;
      }) => {
        const pointed = series[seriesIndex];
        const count = pointed?.counts[dataPointIndex] ?? 0;
        return `<span>${tooltipLine(pointed?.name ?? '', labels[dataPointIndex] ?? '', count)}</span>`;
      },
    },
  };
}
