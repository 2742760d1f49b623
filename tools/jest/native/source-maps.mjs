import { fileURLToPath } from 'node:url';

import { transformFileSync } from '@swc/core';

import { swcrc } from '../typescript-loader.mjs';

/**
 * Source maps of TypeScript files by path, as data URLs. Compiled when a stack trace is formatted.
 *
 * @extends {Map<string, string>}
 */
export class SourceMaps extends Map {
  /**
   * @override
   * @param {string} source path or URL of a file
   */
  get(source) {
    if (!source.endsWith('.ts')) return undefined;
    const known = super.get(source);
    if (known !== undefined) return known;
    const path = source.startsWith('file:') ? fileURLToPath(source) : source;
    const { map = '' } = transformFileSync(path, { configFile: swcrc, sourceMaps: true });
    const url = `data:application/json;base64,${Buffer.from(map).toString('base64')}`;
    this.set(source, url);
    return url;
  }
}
