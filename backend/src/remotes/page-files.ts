import { isOfPage, type RemoteBuild } from './builds/build.js';
import { addressOf, type LivePart } from './live-part.js';

/** Whether the first load may name a remote's files: those of an unavailable origin would fail. */
const isUsable = ({ state }: LivePart) => state === 'live' || state === 'invalid';

/** Returns the addresses of the scripts and style sheets of a page, in the order of need. */
export function pageFiles(part: LivePart, page: string): string[] {
  return part.build && isUsable(part)
    ? toAddresses(part, part.build, (file) => isOfPage(file, page))
    : [];
}

/** Returns the same plus the files that the page loads later, on first use. */
export function allPageFiles(part: LivePart, page: string): string[] {
  const isNeeded = (file: string) => isOfPage(file, page) || !file.includes('page-');
  return part.build && isUsable(part) ? toAddresses(part, part.build, isNeeded) : [];
}

function toAddresses(
  part: LivePart,
  { entry, modules }: RemoteBuild,
  isNeeded: (asyncFile: string) => boolean,
): string[] {
  const files = modules.flatMap(({ js, css }) => [
    ...js.sync,
    ...css.sync,
    ...css.async.filter(isNeeded),
    ...js.async.filter(isNeeded),
  ]);
  return [...new Set([entry, ...files])].map((file) => addressOf(part, file));
}
