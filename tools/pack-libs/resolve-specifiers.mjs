// Sources name modules without an extension, which Node does not resolve.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { COPIED_MODULES } from './copied-modules.mjs';

/** `from './x'`, `import './x'`, `import('./x')` with a comment before the name. */
const IMPORT = /(\bfrom\s*|\bimport\s*\(\s*(?:\/\*[^*]*\*\/\s*)?|\bimport\s+)(['"])([^'"\n]+)\2/g;

/**
 * Completes the imports of a compiled module.
 * @param {string} code JavaScript or types
 * @param {{ source: string, depth: number }} place the module's source, and how many folders deep the
 *   compiled one is
 */
export function resolveSpecifiers(code, { source, depth }) {
  return code.replace(IMPORT, (whole, start, quote, specifier) => {
    const resolved = resolveSpecifier(specifier, source, depth);
    return resolved === specifier ? whole : `${start}${quote}${resolved}${quote}`;
  });
}

/**
 * @param {string} specifier
 * @param {string} source
 * @param {number} depth
 */
function resolveSpecifier(specifier, source, depth) {
  const copied = COPIED_MODULES.find((module) => module.specifier === specifier);
  if (copied) return `${'../'.repeat(depth) || './'}${copied.copy}.js`;
  if (!specifier.startsWith('.')) return specifier;
  const path = join(dirname(source), specifier);
  if (['.ts', '.tsx'].some((extension) => existsSync(path + extension))) return `${specifier}.js`;
  if (existsSync(join(path, 'index.ts'))) return `${specifier}/index.js`;
  return specifier;
}
