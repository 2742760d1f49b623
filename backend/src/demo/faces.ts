import type { Drawing } from './scenes.js';

/** Appearance of a fan of the demo cast. Colours are hex. */
export interface Face {
  skin: string;
  hair: string;
  cut:
    | 'short'
    | 'curls'
    | 'long'
    | 'bun'
    | 'bob'
    | 'crop'
    | 'shaved'
    | 'scarf'
    | 'bobble'
    | 'turban';
  shirt: string;
  trim: string;
  wall: string;
  beard?: 'full' | 'stubble' | 'moustache';
  glasses?: boolean;
  paint?: [left: string, right: string];
}

const SIDE = 480;

/** Shapes behind the head: long hair, buns. */
function behind({ cut, hair }: Face): string {
  switch (cut) {
    case 'long':
      return `<path d="M128 214C118 92 362 92 352 214L366 392H114Z" fill="${hair}"/>`;
    case 'bob':
      return `<path d="M132 212C124 96 356 96 348 212L352 306C352 330 128 330 128 306Z" fill="${hair}"/>`;
    case 'bun':
      return `<circle cx="240" cy="84" r="44" fill="${hair}"/>`;
    case 'curls':
      return [
        [150, 176, 46],
        [176, 122, 52],
        [240, 100, 58],
        [304, 122, 52],
        [330, 176, 46],
        [142, 228, 34],
        [338, 228, 34],
      ]
        .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${hair}"/>`)
        .join('');
    default:
      return '';
  }
}

/** Shapes over the forehead. */
function over({ cut, hair, shirt, trim }: Face): string {
  const cap = `M148 210C140 118 196 96 240 96S340 118 332 210`;
  switch (cut) {
    case 'short':
      return `<path d="${cap}C324 176 300 158 262 160C226 162 176 160 148 210Z" fill="${hair}"/>`;
    case 'crop':
      return `<path d="${cap}C330 184 316 164 300 152H180C164 164 150 184 148 210Z" fill="${hair}"/>`;
    case 'shaved':
      return `<path d="${cap}C322 150 290 128 240 128S158 150 148 210Z" fill="${hair}" opacity=".55"/>`;
    case 'long':
      return `<path d="${cap}C322 172 268 132 226 138C196 156 160 170 148 210Z" fill="${hair}"/>`;
    case 'bob':
      return `<path d="${cap}C328 188 306 168 240 168S152 188 148 210Z" fill="${hair}"/>`;
    case 'bun':
      return `<path d="${cap}C318 158 282 138 240 138S162 158 148 210Z" fill="${hair}"/>`;
    case 'curls':
      return [176, 216, 262, 304]
        .map((x) => `<circle cx="${x}" cy="146" r="32" fill="${hair}"/>`)
        .join('');
    case 'scarf':
      return (
        `<path d="M134 250C120 96 360 96 346 250L356 350C330 372 150 372 124 350Z` +
        `M166 222C166 376 314 376 314 222C314 150 166 150 166 222Z" fill="${hair}" fill-rule="evenodd"/>`
      );
    case 'bobble':
      return (
        `<circle cx="240" cy="100" r="30" fill="${trim}"/>` +
        `<path d="M140 186C140 92 340 92 340 186Z" fill="${shirt}"/>` +
        `<rect x="130" y="164" width="220" height="40" rx="20" fill="${trim}"/>`
      );
    case 'turban':
      return (
        `<path d="M134 200C122 86 358 86 346 200C300 158 262 172 240 150C218 172 180 158 134 200Z" fill="${hair}"/>` +
        `<path d="M164 132C210 108 270 108 316 132" stroke="#fff" stroke-opacity=".35" stroke-width="8" fill="none"/>`
      );
  }
}

/** Colour of hair that a scarf or turban covers. */
const HIDDEN_HAIR = '#2b211d';

function beardOf({ beard, cut, hair: ownHair }: Face): string {
  const hair = cut === 'turban' ? HIDDEN_HAIR : ownHair;
  switch (beard) {
    case 'full':
      return `<path d="M150 234C154 330 200 352 240 352S326 330 330 234C318 268 296 276 240 270C184 276 162 268 150 234Z" fill="${hair}"/>`;
    case 'stubble':
      return `<path d="M152 246C160 326 204 346 240 346S320 326 328 246C312 282 290 290 240 286C190 290 168 282 152 246Z" fill="${hair}" opacity=".35"/>`;
    case 'moustache':
      return `<path d="M196 282C212 264 232 266 240 274C248 266 268 264 284 282C266 290 250 288 240 284C230 288 214 290 196 282Z" fill="${hair}"/>`;
    case undefined:
      return '';
  }
}

function paintOf({ paint }: Face): string {
  if (!paint) return '';
  const [left, right] = paint;
  return (
    `<path d="M172 252h40M268 252h40" stroke="${left}" stroke-width="11" stroke-linecap="round"/>` +
    `<path d="M172 268h40M268 268h40" stroke="${right}" stroke-width="11" stroke-linecap="round"/>`
  );
}

const GLASSES =
  '<g fill="none" stroke="#1d2a2f" stroke-width="8"><circle cx="198" cy="222" r="30"/>' +
  '<circle cx="282" cy="222" r="30"/><path d="M228 220c8-6 16-6 24 0"/></g>';

/** Draws a square portrait as SVG. */
export function drawFace(face: Face): Drawing {
  const { skin, shirt, trim, wall, cut, hair, beard, glasses } = face;
  const brow = cut === 'scarf' || cut === 'turban' ? HIDDEN_HAIR : hair;
  const mouth = beard === 'full' ? '#f4e3d7' : '#8c3b34';
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${wall}"/>` +
    `<circle cx="240" cy="250" r="190" fill="none" stroke="#fff" stroke-opacity=".18" stroke-width="10"/>` +
    `<path d="M0 250h50M430 250h50" stroke="#fff" stroke-opacity=".18" stroke-width="10"/>` +
    behind(face) +
    `<path d="M60 480C66 396 150 372 196 362H284C330 372 414 396 420 480Z" fill="${shirt}"/>` +
    `<path d="M190 364C202 398 278 398 290 364" fill="none" stroke="${trim}" stroke-width="16"/>` +
    `<path d="M204 310h72v60c-14 22-58 22-72 0Z" fill="${skin}"/>` +
    `<path d="M204 330c20 22 52 22 72 0v22c-20 18-52 18-72 0Z" fill="#000" opacity=".1"/>` +
    (cut === 'scarf'
      ? ''
      : `<circle cx="146" cy="236" r="22" fill="${skin}"/><circle cx="334" cy="236" r="22" fill="${skin}"/>`) +
    `<path d="M148 210C148 116 332 116 332 210C336 300 290 340 240 340S144 300 148 210Z" fill="${skin}"/>` +
    beardOf(face) +
    over(face) +
    paintOf(face) +
    `<circle cx="198" cy="224" r="10" fill="#1d2a2f"/><circle cx="282" cy="224" r="10" fill="#1d2a2f"/>` +
    `<path d="M176 194c12-9 30-9 42 0M262 194c12-9 30-9 42 0" stroke="${brow}" stroke-width="9" stroke-linecap="round" fill="none"/>` +
    `<path d="M240 232c-8 18-10 26 4 30" stroke="#000" stroke-opacity=".22" stroke-width="7" stroke-linecap="round" fill="none"/>` +
    `<path d="M206 296c20 22 48 22 68 0" stroke="${mouth}" stroke-width="9" stroke-linecap="round" fill="none"/>` +
    (glasses ? GLASSES : '') +
    `</svg>`;
  return { svg, width: SIDE, height: SIDE };
}
