import { fileURLToPath } from 'node:url';

import { transformFile } from '@swc/core';

export const swcrc = fileURLToPath(new URL('../../.swcrc', import.meta.url));

/**
 * Lets a tool import the sources of the backend, which import each other with the suffix `.js`.
 *
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context);
  } catch (error) {
    if (!specifier.startsWith('.') || !specifier.endsWith('.js')) throw error;
    return next(specifier.replace(/[.]js$/, '.ts'), context);
  }
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), {
    configFile: swcrc,
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
