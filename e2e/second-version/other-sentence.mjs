const SENTENCE = 'Pick a league for live scores, the table and the top scorers.';

/**
 * Says something else where the page says its sentence, and fails where it no longer does.
 *
 * @param {string} source
 * @returns {string}
 */
export default function otherSentence(source) {
  if (!source.includes(SENTENCE)) throw new Error('The page has lost its sentence');
  return source.replace(SENTENCE, 'Eight leagues, in a new version.');
}
