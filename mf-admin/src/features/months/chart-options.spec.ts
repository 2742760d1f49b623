import { describe, expect, it } from '@jest/globals';

import { texts } from '../../texts';
import { barOptions, doughnutOptions, tooltipLine, type ChartTheme } from './chart-options';

const counts = [38, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 2];
const posts = { ...texts.series.posts, counts };
const labels = counts.map((_, at) => `Month ${at + 1}`);
const moving: ChartTheme = { colour: (token) => token, drawMs: 1_000 };
const still: ChartTheme = { ...moving, drawMs: undefined };

describe('Chart options', () => {
  it('show the label, the count and the name in the tooltip', () => {
    expect(tooltipLine('Posts', 'Month 3', 5)).toBe('Month 3: 5 Posts');
  });

  it('draw a doughnut of twelve months, each in its own colour', () => {
    const { chart, labels: drawn, series, colors } = doughnutOptions(posts, labels, moving);

    expect(chart?.type).toBe('donut');
    expect(drawn).toEqual(labels);
    expect(series).toEqual(counts);
    expect(new Set(colors).size).toBe(12);
  });

  it('animate for the given time, but not with reduced motion', () => {
    expect(doughnutOptions(posts, labels, moving).chart?.animations).toEqual({
      enabled: true,
      speed: 1_000,
    });
    expect(doughnutOptions(posts, labels, still).chart?.animations?.enabled).toBe(false);
    expect(barOptions([posts], labels, still).chart?.animations?.enabled).toBe(false);
  });

  it('give a series the same colour when another one is hidden', () => {
    const likes = { ...texts.series.likes, counts };

    const both = barOptions([posts, likes], labels, moving);

    const alone = barOptions([likes], labels, moving, [posts, likes]);

    expect(alone.colors).toEqual(both.colors?.slice(1));
  });

  it('draw bars from zero on named axes', () => {
    const likes = { ...texts.series.likes, counts };
    const { xaxis, yaxis, series } = barOptions([posts, likes], labels, moving);

    expect(xaxis?.title?.text).toBe('Month (UTC)');
    expect(yaxis).toMatchObject({ min: 0, title: { text: 'Posts, Likes' } });
    expect(series).toHaveLength(2);
  });
});
