import { parser } from '@prometheus-io/lezer-promql';

interface Matcher {
  label: string;
  operator: string;
  value: string;
}

/** What a PromQL expression reads. */
export interface Query {
  selectors: { metric: string; matchers: Matcher[] }[];
  /** Labels by which it groups. */
  groupings: string[];
}

/**
 * Reads the metrics and labels of a PromQL expression.
 *
 * @throws Error where the expression has a syntax error
 */
export function parseQuery(expression: string): Query {
  // The name is Grafana's, for a range that fits the screen.
  const text = expression.replaceAll('$__rate_interval', '5m');
  const query: Query = { selectors: [], groupings: [] };
  parser.parse(text).iterate({
    enter: ({ type, from, to, node }) => {
      const part = text.slice(from, to);
      if (type.isError) throw new Error(`No PromQL at "${text.slice(from, from + 20)}": ${text}`);
      if (type.name === 'VectorSelector') {
        const metric = node.getChild('Identifier');
        query.selectors.push({
          metric: metric ? text.slice(metric.from, metric.to) : '',
          matchers: [],
        });
      }
      if (type.name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] =
          /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(part) ?? [];
        query.selectors.at(-1)?.matchers.push({ label, operator, value });
      }
      if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') {
        query.groupings.push(part);
      }
    },
  });
  return query;
}

const SUFFIXES: Record<string, string[]> = {
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
};

/**
 * Reads the response of a metrics endpoint.
 *
 * @returns the label names of each series name; empty where a metric has no series yet
 */
export function parseMetrics(text: string): Map<string, Set<string>> {
  const metrics = new Map<string, Set<string>>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    for (const suffix of SUFFIXES[type] ?? ['']) metrics.set(name + suffix, new Set());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) metrics.get(name)?.add(label);
  }
  return metrics;
}
