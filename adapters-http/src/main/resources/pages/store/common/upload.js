// Pictures of this device, on their way to the server.
import { call } from '../../kit/kit.js';

/** Larger files are made smaller first. */
const LARGE_BYTES = 1_000_000;
const LONGEST_SIDE = 2_048;

/** For 5 MiB on a slow connection. */
const TIMEOUT_MS = 90_000;

/** What the server takes. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/gif';

/** @param {File} file @returns {Promise<Blob>} */
async function smaller(file) {
  if (file.size <= LARGE_BYTES) {
    return file;
  }
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
    // Without a channel for what lets the ground through, which would be black, the ground is white.
    const drawing = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d', { alpha: false }));
    drawing.fillStyle = 'white';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 });
  } catch {
    // The server says what is wrong with it.
    return file;
  }
}

/** @param {File} file @param {AbortSignal} signal @returns {Promise<string>} its path on this site */
export async function upload(file, signal) {
  const form = new FormData();
  form.set('file', await smaller(file), file.name);
  return `/imgs${(await call('POST', '/upload/blog', { form, signal, timeoutMs: TIMEOUT_MS })).data}`;
}

/** The files that were chosen. The same ones can be chosen again. @param {Event} event of an input */
export function chosenFiles(event) {
  const input = /** @type {HTMLInputElement} */ (event.currentTarget);
  const files = [...(input.files ?? [])];
  input.value = '';
  return files;
}
