// Runs in the page that tools/demo-files.mjs opens: draws each clip frame by frame.
/* global Mp4Muxer, VideoEncoder, VideoFrame */
const FRAMES_A_SECOND = 30;

/** A number from 0 to 1 that is always the same for one position. */
function scatter(index) {
  const wave = Math.sin((index + 1) * 12.9898) * 43758.5453;
  return wave - Math.floor(wave);
}

function ball(context, x, y, r, turn) {
  context.save();
  context.translate(x, y);
  context.rotate(turn);
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.arc(0, 0, r, 0, Math.PI * 2);
  context.fill();
  context.clip();
  context.fillStyle = '#1d2a2f';
  for (let at = 0; at < 6; at += 1) {
    const angle = (at / 5) * Math.PI * 2;
    const [cx, cy, size] =
      at === 5
        ? [0, 0, r * 0.36]
        : [Math.cos(angle) * r * 0.82, Math.sin(angle) * r * 0.82, r * 0.24];
    context.beginPath();
    for (let corner = 0; corner < 5; corner += 1) {
      const way = (corner / 5) * Math.PI * 2 - Math.PI / 2;
      context.lineTo(cx + Math.cos(way) * size, cy + Math.sin(way) * size);
    }
    context.fill();
  }
  context.restore();
}

function stripes(context, width, top, height, count, one, two) {
  for (let at = 0; at < count; at += 1) {
    context.fillStyle = at % 2 === 0 ? one : two;
    context.fillRect((at * width) / count, top, width / count + 1, height);
  }
}

const CLIPS = {
  /** Keeping the ball up, seven touches. */
  'keepy-uppy': {
    width: 640,
    height: 640,
    seconds: 7,
    draw(context, t) {
      context.fillStyle = '#bfe0ee';
      context.fillRect(0, 0, 640, 640);
      stripes(context, 640, 500, 140, 8, '#2f8f5b', '#35a067');
      const bounce = t % 1;
      const height = 4 * bounce * (1 - bounce);
      const lift = bounce < 0.12 || bounce > 0.88 ? 1 : 0;
      context.fillStyle = 'rgba(0,0,0,.18)';
      context.beginPath();
      context.ellipse(320, 560, 70 - height * 34, 12, 0, 0, Math.PI * 2);
      context.fill();
      context.save();
      context.translate(250, 540 - lift * 16);
      context.rotate(-lift * 0.16);
      context.fillStyle = '#0b3d91';
      context.fillRect(-64, -250, 74, 210);
      context.fillStyle = '#f2c94c';
      context.fillRect(-64, -110, 74, 20);
      context.fillStyle = '#ff6b35';
      context.beginPath();
      context.moveTo(-64, -44);
      context.lineTo(12, -44);
      context.quadraticCurveTo(120, -24, 128, 8);
      context.lineTo(-64, 8);
      context.fill();
      context.restore();
      ball(context, 322, 470 - height * 330, 52, t * 2.6);
    },
  },
  /** A wave that goes round the stand. */
  wave: {
    width: 854,
    height: 480,
    seconds: 6,
    draw(context, t) {
      context.fillStyle = '#0d1b2a';
      context.fillRect(0, 0, 854, 480);
      const colours = ['#c8102e', '#ffffff', '#f2c94c', '#8aa4b8', '#2faee0'];
      for (let line = 0; line < 9; line += 1) {
        for (let seat = 0; seat < 36; seat += 1) {
          const x = seat * 24 + (line % 2) * 12 + 8;
          const phase = (x / 854 - (t / 6) * 3 + 10) % 1;
          const up = Math.max(0, Math.sin(phase * Math.PI * 2 - Math.PI / 2)) * 26;
          const y = 110 + line * 32 - up;
          context.fillStyle = colours[Math.floor(scatter(line * 61 + seat) * 5)];
          context.beginPath();
          context.arc(x, y, 9, 0, Math.PI * 2);
          context.fill();
          if (up > 12) {
            context.fillRect(x - 11, y - 20, 4, 20);
            context.fillRect(x + 7, y - 20, 4, 20);
          }
        }
      }
      stripes(context, 854, 400, 80, 10, '#1f7a4d', '#24875a');
      context.fillStyle = '#ffffff';
      context.fillRect(0, 404, 854, 5);
    },
  },
  /** A counter-attack on the tactics board. */
  counter: {
    width: 854,
    height: 480,
    seconds: 8,
    draw(context, t) {
      context.fillStyle = '#14532d';
      context.fillRect(0, 0, 854, 480);
      context.strokeStyle = 'rgba(255,255,255,.75)';
      context.lineWidth = 4;
      context.strokeRect(30, 30, 794, 420);
      context.strokeRect(30, 140, 120, 200);
      context.strokeRect(704, 140, 120, 200);
      context.beginPath();
      context.moveTo(427, 30);
      context.lineTo(427, 450);
      context.stroke();
      context.beginPath();
      context.arc(427, 240, 62, 0, Math.PI * 2);
      context.stroke();
      const go = Math.min(1, Math.max(0, (t - 0.8) / 5.4));
      const ease = go * go * (3 - 2 * go);
      const between = (from, to, share) => from + (to - from) * share;
      const ours = [
        [120, 240, 200, 240],
        [200, 130, 560, 110],
        [210, 350, 590, 380],
        [280, 240, 690, 236],
        [330, 190, 640, 300],
      ];
      const theirs = [
        [360, 150, 520, 170],
        [380, 330, 540, 320],
        [470, 240, 640, 250],
        [620, 180, 730, 200],
        [630, 310, 740, 290],
        [800, 240, 790, 238],
      ];
      const dot = (x, y, colour) => {
        context.fillStyle = colour;
        context.beginPath();
        context.arc(x, y, 17, 0, Math.PI * 2);
        context.fill();
      };
      theirs.forEach(([x, y, toX, toY]) =>
        dot(between(x, toX, ease), between(y, toY, ease), '#d2122e'),
      );
      ours.forEach(([x, y, toX, toY]) =>
        dot(between(x, toX, ease), between(y, toY, ease), '#f2c94c'),
      );
      const passes = [
        [0, 280, 240],
        [0.3, 430, 118],
        [0.62, 600, 112],
        [0.82, 690, 236],
        [1, 818, 226],
      ];
      const next = passes.findIndex(([at]) => at >= go);
      const [toAt, toX, toY] = passes[Math.max(1, next)];
      const [fromAt, fromX, fromY] = passes[Math.max(1, next) - 1];
      const share = Math.min(1, (go - fromAt) / (toAt - fromAt));
      ball(context, between(fromX, toX, share), between(fromY, toY, share), 12, t * 6);
      if (t > 6.4) {
        context.fillStyle = `rgba(255,255,255,${Math.min(1, t - 6.4)})`;
        context.font = '700 54px sans-serif';
        context.textAlign = 'center';
        context.fillText('1 : 0', 427, 256);
      }
    },
  },
  /** The floodlights come on, for a phone held upright. */
  lights: {
    width: 540,
    height: 960,
    seconds: 6,
    draw(context, t) {
      const on = (lamp) =>
        t * 3 > lamp + 1
          ? 1 - 0.25 * Math.max(0, Math.sin(t * 40 + lamp)) * Math.max(0, 1 - (t * 3 - lamp - 1))
          : 0;
      const power = Math.min(1, Math.max(0, t / 4));
      context.fillStyle = `rgb(${10 + power * 16},${20 + power * 30},${36 + power * 40})`;
      context.fillRect(0, 0, 540, 960);
      context.fillStyle = `rgba(255,226,122,${power * 0.13})`;
      context.beginPath();
      context.moveTo(270, 180);
      context.lineTo(-120, 960);
      context.lineTo(660, 960);
      context.fill();
      context.fillStyle = '#1b2a33';
      context.fillRect(258, 260, 24, 480);
      context.fillRect(110, 110, 320, 170);
      for (let lamp = 0; lamp < 12; lamp += 1) {
        const x = 150 + (lamp % 4) * 80;
        const y = 144 + Math.floor(lamp / 4) * 50;
        const light = on(lamp);
        context.fillStyle = `rgb(${60 + light * 195},${66 + light * 160},${70 + light * 52})`;
        context.beginPath();
        context.arc(x, y, 19, 0, Math.PI * 2);
        context.fill();
      }
      stripes(
        context,
        540,
        740,
        220,
        6,
        `rgb(${14 + power * 16},${50 + power * 70},${36 + power * 44})`,
        `rgb(${16 + power * 20},${58 + power * 80},${40 + power * 50})`,
      );
      context.fillStyle = `rgba(255,255,255,${0.3 + power * 0.7})`;
      context.fillRect(0, 760, 540, 7);
      ball(context, 270, 850, 34, t);
    },
  },
};

function clipNames() {
  return Object.keys(CLIPS);
}

async function encodeClip(name) {
  const { width, height, seconds, draw } = CLIPS[name];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  const muxer = new Mp4Muxer.Muxer({
    target: new Mp4Muxer.ArrayBufferTarget(),
    video: { codec: 'avc', width, height },
    fastStart: 'in-memory',
  });
  const encoder = new VideoEncoder({
    output: (chunk, meta) => muxer.addVideoChunk(chunk, meta),
    error: (error) => {
      throw error;
    },
  });
  encoder.configure({
    codec: 'avc1.42001f',
    width,
    height,
    bitrate: 350_000,
    framerate: FRAMES_A_SECOND,
  });
  for (let frame = 0; frame < seconds * FRAMES_A_SECOND; frame += 1) {
    draw(context, frame / FRAMES_A_SECOND);
    const timestamp = Math.round((frame * 1_000_000) / FRAMES_A_SECOND);
    const image = new VideoFrame(canvas, {
      timestamp,
      duration: Math.round(1_000_000 / FRAMES_A_SECOND),
    });
    encoder.encode(image, { keyFrame: frame % 60 === 0 });
    image.close();
  }
  await encoder.flush();
  muxer.finalize();
  const bytes = new Uint8Array(muxer.target.buffer);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32768));
  }
  return btoa(binary);
}
