import { createHash } from 'node:crypto';

import type { ApiDescription, Operation } from './describe-api.js';

const STYLE = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
  summary { cursor: pointer; padding: 0.25rem 0; }
  code, pre { font-family: ui-monospace, monospace; font-size: 0.875rem; }
  pre { overflow-x: auto; padding: 0.75rem; border: 1px solid; }
`;

/** The page has no script, and its one style is allowed by hash. */
export const DOCS_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders the description as a page. */
export function docsPage({ info, paths, components }: ApiDescription): string {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callPart(method, path, operation)),
  );
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="${escaped(name)}"><summary>${escaped(name)}</summary>${json(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(info.title)} API</title>
<style>${STYLE}</style>
<h1>${escaped(info.title)} API</h1>
<p>${escaped(info.description)} For programs: <a href="/api/docs-json">the same as OpenAPI</a>.</p>
<h2>Calls</h2>
${calls.join('\n')}
<h2>Shapes</h2>
${shapes.join('\n')}
</html>`;
}

function callPart(method: string, path: string, operation: Operation): string {
  const who = operation.security.map((way) => Object.keys(way).join(' and ')).join(' or ');
  return `<details><summary><code>${method.toUpperCase()} ${escaped(path)}</code> · ${escaped(who || 'everyone')}</summary>${json(operation)}</details>`;
}

function json(value: unknown): string {
  return `<pre>${escaped(JSON.stringify(value, null, 2))}</pre>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
