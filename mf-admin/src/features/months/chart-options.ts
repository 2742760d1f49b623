import { fillText } from '@kickoff/ui';
import type ApexCharts from 'apexcharts';

import { texts } from '../../texts';
import type { Series } from './months';

type Options = ApexCharts.ApexOptions;

/** Colours and motion of charts on this device. */
export interface ChartTheme {
  /** Returns the value of a design token such as `--m1`. */
  colour: (token: string) => string;
  /** Duration of the entry animation in ms; undefined disables motion. */
  drawMs: number | undefined;
}

const MONTH_TOKENS = Array.from({ length: 12 }, (_, at) => `--m${at + 1}`);
const SERIES_TOKENS = ['--m1', '--m4', '--m8'];

function common({ drawMs }: ChartTheme): Options {
  return {
    // The page has its own legend and a table.
    legend: { show: false },
    dataLabels: { enabled: false },
    states: { hover: { filter: { type: 'none' } }, active: { filter: { type: 'none' } } },
    chart: {
      fontFamily: 'inherit',
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: drawMs !== undefined, speed: drawMs ?? 0 },
      // Another year is a new chart, not a transition of this one.
      redrawOnParentResize: true,
    },
  };
}

/** Options of a doughnut of twelve months. Its tooltip reads '{label}: {count} {Name}'. */
export function doughnutOptions(
  { name, counts }: Series,
  labels: readonly string[],
  manner: ChartTheme,
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

/** Formats a tooltip's line. */
export function tooltipLine(name: string, label: string, count: number): string {
  return fillText(texts.charts.tooltip, { label, count, name });
}

/**
 * Options of bars by month, with named axes that start at zero.
 *
 * @param all the series of which some are shown: each has the colour of its position among all
 */
export function barOptions(
  series: readonly Series[],
  labels: readonly string[],
  manner: ChartTheme,
  all: readonly Series[] = series,
): Options {
  const { chart, ...rest } = common(manner);
  const text = manner.colour('--text-2');
  const axisText = { style: { colors: text, fontSize: '13px' } };
  const title = { style: { color: text, fontSize: '13px', fontWeight: 600 } };
  return {
    ...rest,
    chart: { ...chart, type: 'bar', height: 360 },
    series: series.map(({ name, counts }) => ({ name, data: [...counts] })),
    colors: SERIES_TOKENS.filter((_, at) => all[at] && series.includes(all[at])).map(manner.colour),
    grid: { borderColor: manner.colour('--line') },
    plotOptions: { bar: { columnWidth: '70%', borderRadius: 3 } },
    xaxis: {
      categories: [...labels],
      // Labels that do not fit beside each other stand upright.
      labels: { ...axisText, rotate: -90 },
      title: { ...title, text: texts.charts.monthAxis },
    },
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
