// The kit by one door: what the pages of any site are made of.
export * from './api.js';
export { momentOf, now, showsCodes, synchronize, timeZone } from './clock.js';
export { listen, visible } from './events.js';
export * from './format.js';
export { html, nothing } from './html.js';
export { count, language, texts } from './i18n.js';
export { icons } from './icons.js';
export { keyed, requestKey } from './keys.js';
export { endless, kept, load, paged } from './load.js';
export { chips, facts, listed, picture, pictures, radios, section, strip } from './parts.js';
export { go, replace } from './router.js';
export * as session from './session.js';
export { forTab } from './shelf.js';
export { failed, loginAddress, once, shown, textOf, toast, waiting } from './ui.js';
export { backoff, pause, tick } from './wait.js';

/** @typedef {import('./html.js').View} View */
/** @typedef {import('./router.js').Open} Open */
/** @typedef {import('./router.js').Visit} Visit */
/** @template T @typedef {import('./load.js').Endless<T>} Endless */
