/**
 * Pictures that the demo cast posts: our own SVG drawings, rendered to files by
 * tools/demo-files.mjs.
 */
export interface Drawing {
  width: number;
  height: number;
  svg: string;
}

function scene(width: number, height: number, body: string): Drawing {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return { width, height, svg: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${body}</svg>` };
}

/** `count` pieces side by side. */
const row = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

/**
 * Deterministic pseudo-random number from 0 to 1 by position, so that a crowd looks the same on
 * every run.
 */
function scatter(index: number): number {
  const wave = Math.sin((index + 1) * 12.9898) * 43758.5453;
  return wave - Math.floor(wave);
}

function crowd(colours: readonly string[], x: number, y: number, width: number, rows: number) {
  return row(rows, (line) =>
    row(Math.floor(width / 26), (seat) => {
      const at = line * 61 + seat;
      const colour = colours[Math.floor(scatter(at) * colours.length)] ?? '#ffffff';
      const left = x + seat * 26 + (line % 2) * 13;
      const top = y + line * 24 + Math.round(scatter(at + 7) * 6);
      return `<circle cx="${left}" cy="${top}" r="9" fill="${colour}"/>`;
    }),
  );
}

function ball(x: number, y: number, r: number): string {
  const pentagon = (cx: number, cy: number, size: number) =>
    `<path d="M${cx} ${cy - size}l${size * 0.95} ${size * 0.69}l-${size * 0.36} ${size * 1.12}h-${size * 1.18}l-${size * 0.36}-${size * 1.12}Z" fill="#1d2a2f"/>`;
  return (
    `<circle cx="${x}" cy="${y}" r="${r}" fill="#ffffff"/>` +
    pentagon(x, y, r * 0.36) +
    pentagon(x - r * 0.62, y - r * 0.5, r * 0.17) +
    pentagon(x + r * 0.62, y - r * 0.5, r * 0.17) +
    pentagon(x, y + r * 0.74, r * 0.16) +
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#1d2a2f" stroke-width="${Math.max(3, r * 0.05)}"/>`
  );
}

/** A full ground under floodlights. */
function floodlights(): Drawing {
  const mast = (x: number) =>
    `<path d="M${x} 470V150" stroke="#20303a" stroke-width="16"/>` +
    `<rect x="${x - 70}" y="84" width="140" height="76" rx="10" fill="#20303a"/>` +
    row(8, (lamp) => {
      const left = x - 48 + (lamp % 4) * 32;
      const top = 106 + Math.floor(lamp / 4) * 32;
      return `<circle cx="${left}" cy="${top}" r="11" fill="#ffe27a"/>`;
    });
  return scene(
    1280,
    853,
    '<rect width="1280" height="853" fill="#0d1b2a"/>' +
      '<path d="M180 110L20 853H700Z" fill="#ffe27a" opacity=".1"/>' +
      '<path d="M1100 110L580 853H1270Z" fill="#ffe27a" opacity=".1"/>' +
      mast(180) +
      mast(1100) +
      '<path d="M0 330C300 250 980 250 1280 330V560H0Z" fill="#18293a"/>' +
      crowd(['#c8102e', '#ffffff', '#f2c94c', '#8aa4b8', '#33475b'], 10, 360, 1270, 8) +
      '<path d="M0 556H1280V853H0Z" fill="#1f7a4d"/>' +
      row(5, (band) => `<path d="M${band * 256} 556h128v297h-128Z" fill="#24875a" opacity=".7"/>`) +
      '<g fill="none" stroke="#fff" stroke-width="7"><path d="M640 556v297"/><ellipse cx="640" cy="704" rx="170" ry="84"/></g>' +
      ball(640, 704, 20),
  );
}

/** A corner of the pitch in the rain, seen from the away end. */
function awayRain(): Drawing {
  return scene(
    1080,
    1350,
    '<rect width="1080" height="1350" fill="#5d7383"/>' +
      '<path d="M0 520L1080 400V1350H0Z" fill="#2a6b48"/>' +
      '<path d="M0 760L1080 560M0 1040L1080 780" stroke="#2f7a52" stroke-width="90"/>' +
      '<path d="M-20 980L760 1370" stroke="#fff" stroke-width="12"/><path d="M-20 980L1100 620" stroke="#fff" stroke-width="12"/>' +
      '<path d="M120 930a170 170 0 0 1 190 120" fill="none" stroke="#fff" stroke-width="10"/>' +
      '<path d="M60 962V560" stroke="#f4f4f4" stroke-width="14"/><path d="M66 566L260 620L66 690Z" fill="#ffd23f"/>' +
      '<path d="M0 400L1080 290V420L0 540Z" fill="#3e5262"/>' +
      crowd(['#ffd23f', '#1b1b1b', '#e7ecef', '#93a5b1'], 20, 372, 1060, 4) +
      row(90, (drop) => {
        const x = Math.round(scatter(drop) * 1080);
        const y = Math.round(scatter(drop + 301) * 1350);
        return `<path d="M${x} ${y}l-16 60" stroke="#dbe7ee" stroke-opacity=".5" stroke-width="4"/>`;
      }),
  );
}

/** A napkin with the plan for the second half. */
function napkin(): Drawing {
  const cross = (x: number, y: number) =>
    `<path d="M${x - 20} ${y - 20}l40 40M${x + 20} ${y - 20}l-40 40" stroke="#b3122a" stroke-width="9" stroke-linecap="round"/>`;
  const ring = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="24" fill="none" stroke="#1b3a6b" stroke-width="9"/>`;
  const run = (path: string) =>
    `<path d="${path}" fill="none" stroke="#1b3a6b" stroke-width="7" stroke-dasharray="22 16" stroke-linecap="round"/>`;
  return scene(
    1200,
    900,
    '<rect width="1200" height="900" fill="#8a5a3b"/>' +
      row(7, (plank) => `<path d="M0 ${plank * 136}h1200" stroke="#794c31" stroke-width="8"/>`) +
      '<circle cx="1080" cy="150" r="150" fill="#f6f1e7"/><circle cx="1080" cy="150" r="112" fill="#4a2b1b"/>' +
      '<g transform="rotate(-4 560 470)"><rect x="140" y="110" width="820" height="700" rx="16" fill="#fbf7ee"/>' +
      '<g fill="none" stroke="#9aa5a0" stroke-width="6"><rect x="210" y="180" width="680" height="560"/><path d="M210 460h680"/><circle cx="550" cy="460" r="86"/><path d="M400 180v100h300v-100M400 740v-100h300v100"/></g>' +
      ring(550, 690) +
      ring(330, 600) +
      ring(470, 610) +
      ring(630, 610) +
      ring(770, 600) +
      ring(430, 500) +
      ring(670, 500) +
      ring(550, 380) +
      cross(430, 300) +
      cross(550, 250) +
      cross(690, 310) +
      cross(310, 330) +
      cross(800, 360) +
      run('M330 570C290 480 300 420 330 370') +
      run('M770 570C830 500 840 460 812 400') +
      run('M550 352V290') +
      '</g><path d="M900 690l190 130" stroke="#f2c94c" stroke-width="26" stroke-linecap="round"/><path d="M884 678l36 26" stroke="#2b2b2b" stroke-width="20" stroke-linecap="round"/>',
  );
}

/** Two scarves over a rail. */
function scarves(): Drawing {
  const scarf = (x: number, one: string, two: string) =>
    row(
      9,
      (band) =>
        `<rect x="${x}" y="${190 + band * 70}" width="170" height="70" fill="${band % 2 === 0 ? one : two}"/>`,
    ) +
    row(
      11,
      (tassel) =>
        `<path d="M${x + 8 + tassel * 15.4} 820v52" stroke="${tassel % 2 === 0 ? one : two}" stroke-width="9" stroke-linecap="round"/>`,
    );
  return scene(
    1080,
    1080,
    '<rect width="1080" height="1080" fill="#e8e2d3"/>' +
      '<path d="M0 760H1080V1080H0Z" fill="#cfc6b0"/>' +
      '<rect x="90" y="150" width="900" height="44" rx="22" fill="#37474f"/>' +
      scarf(240, '#c8102e', '#ffffff') +
      scarf(640, '#0b3d91', '#f2c94c') +
      '<circle cx="130" cy="172" r="40" fill="#263238"/><circle cx="950" cy="172" r="40" fill="#263238"/>',
  );
}

/** Boots and a ball on the touchline. */
function boots(): Drawing {
  const boot = (x: number, flip: number, colour: string) =>
    `<g transform="translate(${x} 560) scale(${flip} 1)"><path d="M0-170c60 16 92 10 120-10l20 120c70 30 150 30 190 84 12 24 6 46-20 46H10C-16 30-26-90 0-170Z" fill="${colour}"/>` +
    '<path d="M6 70h324" stroke="#10181c" stroke-width="18"/>' +
    row(
      5,
      (stud) =>
        `<path d="M${40 + stud * 62} 78v26" stroke="#10181c" stroke-width="22" stroke-linecap="round"/>`,
    ) +
    '<path d="M132-50l34-20M152-14l36-20M184 14l34-18" stroke="#fff" stroke-width="11" stroke-linecap="round"/></g>';
  return scene(
    1280,
    800,
    '<rect width="1280" height="800" fill="#2f8f5b"/>' +
      row(
        6,
        (band) =>
          `<path d="M${band * 240 - 60} 0h120L${band * 240 - 100} 800h-120Z" fill="#35a067" opacity=".8"/>`,
      ) +
      '<path d="M0 690H1280" stroke="#fff" stroke-width="26"/>' +
      boot(170, 1, '#ff6b35') +
      boot(1110, -1, '#ff6b35') +
      ball(640, 520, 120),
  );
}

/** Table football at half-time. */
function tableFootball(): Drawing {
  const player = (x: number, y: number, shirt: string) =>
    `<circle cx="${x}" cy="${y - 74}" r="26" fill="#e0ae88"/><rect x="${x - 28}" y="${y - 50}" width="56" height="96" rx="14" fill="${shirt}"/><rect x="${x - 20}" y="${y + 44}" width="40" height="42" fill="#f4f4f4"/>`;
  const rod = (y: number, count: number, shirt: string) =>
    `<rect x="0" y="${y - 9}" width="1200" height="18" fill="#b0bec5"/><rect x="0" y="${y - 3}" width="1200" height="5" fill="#eceff1"/>` +
    row(count, (index) => player(((index + 1) * 1200) / (count + 1), y, shirt));
  return scene(
    1200,
    900,
    '<rect width="1200" height="900" fill="#1f7a4d"/><path d="M0 450H1200" stroke="#fff" stroke-width="8"/>' +
      '<circle cx="600" cy="450" r="130" fill="none" stroke="#fff" stroke-width="8"/>' +
      rod(170, 3, '#d2122e') +
      rod(390, 5, '#12284c') +
      rod(640, 5, '#d2122e') +
      rod(830, 3, '#12284c') +
      ball(690, 500, 34),
  );
}

/** Ticket stubs, two shoe boxes full. */
function tickets(): Drawing {
  const stub = (x: number, y: number, turn: number, colour: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><rect width="420" height="180" rx="14" fill="${colour}"/><path d="M310 0v180" stroke="#fff" stroke-width="5" stroke-dasharray="10 12"/><rect x="30" y="34" width="200" height="22" rx="6" fill="#fff" opacity=".9"/><rect x="30" y="74" width="150" height="16" rx="6" fill="#fff" opacity=".6"/><rect x="30" y="108" width="230" height="16" rx="6" fill="#fff" opacity=".6"/>` +
    row(
      5,
      (bar) =>
        `<rect x="336" y="${26 + bar * 28}" width="${44 - (bar % 2) * 14}" height="${12 + (bar % 3) * 4}" fill="#fff" opacity=".85"/>`,
    ) +
    `</g>`;
  return scene(
    1200,
    900,
    '<rect width="1200" height="900" fill="#3d4f5c"/>' +
      stub(70, 110, -8, '#c8102e') +
      stub(590, 60, 6, '#0b6b4f') +
      stub(330, 320, 3, '#e08e1b') +
      stub(60, 560, 10, '#1b3a6b') +
      stub(660, 470, -12, '#7b1e3c') +
      stub(480, 690, -3, '#2f8f5b'),
  );
}

/** The cup draw: balls in a bowl. */
function cupDraw(): Drawing {
  return scene(
    1080,
    1080,
    '<rect width="1080" height="1080" fill="#12284c"/>' +
      '<path d="M0 860H1080V1080H0Z" fill="#0c1d38"/>' +
      ball(400, 500, 100) +
      ball(560, 440, 100) +
      ball(700, 520, 100) +
      ball(480, 620, 100) +
      ball(630, 640, 100) +
      '<path d="M210 470C210 800 360 900 540 900S870 800 870 470Z" fill="#bcd7ea" opacity=".34"/>' +
      '<path d="M210 470H870" stroke="#e3f1fa" stroke-width="16" stroke-linecap="round"/>' +
      '<path d="M290 560c20 150 90 230 150 260" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="16" stroke-linecap="round"/>' +
      row(
        26,
        (spark) =>
          `<circle cx="${Math.round(scatter(spark) * 1080)}" cy="${Math.round(scatter(spark + 90) * 340) + 40}" r="${5 + Math.round(scatter(spark + 40) * 8)}" fill="#f2c94c"/>`,
      ),
  );
}

/** The old stand, freshly painted. */
function oldStand(): Drawing {
  return scene(
    1280,
    853,
    '<rect width="1280" height="853" fill="#bfe0ee"/>' +
      '<circle cx="1080" cy="150" r="80" fill="#ffe27a"/>' +
      '<path d="M110 330L640 170L1170 330Z" fill="#0b6b4f"/><path d="M600 240h80v60h-80Z" fill="#f2c94c"/>' +
      '<path d="M150 330H1130V640H150Z" fill="#f4ecd8"/>' +
      row(
        7,
        (pillar) =>
          `<rect x="${170 + pillar * 153}" y="330" width="22" height="310" fill="#0b6b4f"/>`,
      ) +
      row(
        6,
        (line) => `<path d="M150 ${420 + line * 38}H1130" stroke="#8e1b3a" stroke-width="20"/>`,
      ) +
      '<path d="M0 640H1280V853H0Z" fill="#2f8f5b"/><path d="M0 690H1280" stroke="#fff" stroke-width="10"/>' +
      '<rect x="520" y="650" width="240" height="12" fill="#fff"/>',
  );
}

/** All pictures, by what is on them. */
export const DEMO_SCENES = {
  awayRain,
  boots,
  cupDraw,
  floodlights,
  napkin,
  oldStand,
  scarves,
  tableFootball,
  tickets,
} as const;
export type DemoScene = keyof typeof DEMO_SCENES;
