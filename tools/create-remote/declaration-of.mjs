/**
 * Derives the name and the title of a remote's first page.
 *
 * @param {string} name of the remote, such as `dream-team`
 */
export function pageOf(name) {
  const words = name.split('-').filter((word) => word !== '');
  const page = words.map((word) => capitalize(word)).join('');
  return { page, title: capitalize(words.join(' ')) };
}

/**
 * The `remote.json` of a new remote.
 *
 * @param {string} name
 */
export function declarationOf(name) {
  const { page, title } = pageOf(name);
  /** @type {import('@kickoff/contracts').PageDeclaration} */
  const declaration = {
    paths: [`/${name}`],
    audience: 'fan',
    title,
    preload: ['/api/user/profile'],
  };
  /** @type {import('@kickoff/contracts').NavigationEntry[]} */
  const navigation = [{ page, label: title, icon: 'trophy', place: 'main' }];
  return { name, pages: { [page]: declaration }, navigation };
}

/** @param {string} word */
const capitalize = (word) => word.charAt(0).toUpperCase() + word.slice(1);
