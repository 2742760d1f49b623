/**
 * Scripts whose letters may stand together in one name, the usual groups of
 * Japanese, Chinese and Korean writing among them (UTS 39 §5.2, 'highly restrictive').
 */
const GROUPS = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...[
    'Adlam Arabic Armenian Balinese Bamum Bengali Canadian_Aboriginal Cham Cherokee Coptic',
    'Cyrillic Deseret Devanagari Ethiopic Georgian Glagolitic Gothic Greek Gujarati Gurmukhi',
    'Hebrew Javanese Kannada Kayah_Li Khmer Lao Limbu Lisu Malayalam Meetei_Mayek Mongolian',
    'Myanmar New_Tai_Lue Nko Ogham Ol_Chiki Old_Italic Oriya Osage Osmanya Runic Sinhala',
    'Sundanese Syriac Tai_Le Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Warang_Citi Yi',
  ]
    .flatMap((line) => line.split(' '))
    .map((script) => [script]),
];

const scriptClass = (scripts: readonly string[]) =>
  scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('');

const ofOneGroup = GROUPS.map(
  (scripts) =>
    new RegExp(
      `^[${scriptClass(scripts)}\\p{Script_Extensions=Common}\\p{Script_Extensions=Inherited}]*$`,
      'u',
    ),
);
/** Rare scripts without a group: together they cannot be taken for a script in daily use. */
const ofRareScripts = new RegExp(`^[^${scriptClass(GROUPS.flat())}]*$`, 'u');

/** Whether all letters, marks and digits of a name belong to one script, so that none can pass for another's. */
export function isOfOneScript(name: string): boolean {
  return ofOneGroup.some((group) => group.test(name)) || ofRareScripts.test(name);
}
