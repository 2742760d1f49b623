import type { Page } from '@playwright/test';

/** A file to choose in a file input. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture drawn in the browser. */
export async function aPicture(page: Page): Promise<ChosenFile> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 540;
    canvas.height = 960;
    const drawing = canvas.getContext('2d');
    drawing?.fillRect(0, 0, 540, 480);
    return canvas.toDataURL('image/png');
  });
  return { name: 'our end.png', mimeType: 'image/png', buffer: bytesOf(address) };
}

/** A video of one second, recorded in the browser. */
export async function aFilm(page: Page): Promise<ChosenFile> {
  const address = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 90;
    canvas.height = 160;
    const drawing = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), {
      mimeType: 'video/webm;codecs=vp8',
    });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
      drawing?.fillRect(frame * 4, frame * 8, 4, 8);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    const reader = new FileReader();
    reader.readAsDataURL(new Blob(parts));
    await new Promise((resolve) => reader.addEventListener('load', resolve));
    return typeof reader.result === 'string' ? reader.result : '';
  });
  return { name: 'goal.webm', mimeType: 'video/webm', buffer: bytesOf(address) };
}

function bytesOf(address: string): Buffer {
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}
