/** Formats a build, such as `1.0.0 (3f2a91bc)`. */
export const formatBuild = ({ version, build }: { version: string; build: string }): string =>
  `${version} (${build})`;
