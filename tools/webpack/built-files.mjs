/**
 * Returns the public addresses of chunks and of everything they need besides the entry.
 *
 * @param {import('webpack').Compilation} compilation
 * @param {string[]} chunks
 */
export function filesOf(compilation, ...chunks) {
  const addresses = chunks.flatMap((chunk) => {
    const files = compilation.namedChunkGroups.get(chunk)?.getFiles();
    if (!files) throw new Error(`The shell has no chunk ${chunk}.`);
    return files.map((file) => `/${file}`);
  });
  return {
    scripts: addresses.filter((file) => file.endsWith('.js')),
    styles: addresses.filter((file) => file.endsWith('.css')),
  };
}

/**
 * The public addresses of some of the font's files.
 *
 * @param {import('webpack').Compilation} compilation
 * @param {string[]} names
 */
export function fontsOf(compilation, names) {
  return Object.keys(compilation.assets)
    .filter((file) => names.some((name) => file.includes(`archivo-${name}.`)))
    .map((file) => `/${file}`);
}
