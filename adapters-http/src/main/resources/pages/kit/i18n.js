// Texts in two languages. Each file has its own, Chinese and English side by side.
import { forGood } from './shelf.js';

/** @typedef {'zh' | 'en'} Language */

const KEY = 'night-market.language';
const BLANK = /\{(\d)(?:\?([^|}]*)\|([^}]*))?\}/g;

/** @type {Language} */
let chosen = readLanguage();

/** @returns {Language} */
function readLanguage() {
  const kept = forGood.getItem(KEY);
  return kept === 'zh' || kept === 'en' ? kept : navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** The tag of the language, for the API and for formats. */
export function language() {
  return chosen === 'zh' ? 'zh-CN' : 'en';
}

export function isChinese() {
  return chosen === 'zh';
}

/** @param {Language} next */
export function speak(next) {
  chosen = next;
  forGood.setItem(KEY, next);
  document.documentElement.lang = language();
}

/** @param {number} number as people write it: large ones are rounded */
export function count(number) {
  return new Intl.NumberFormat(language(), { notation: number < 10_000 ? 'standard' : 'compact' }).format(number);
}

/** @param {string} text @param {(string | number)[]} values */
function fill(text, values) {
  return text.replace(BLANK, (_, place, one, many) => {
    const value = values[place];
    if (one !== undefined) {
      return value === 1 ? one : many;
    }
    return typeof value === 'number' ? count(value) : value;
  });
}

/**
 * Texts by key, in the language of the moment. One with blanks is a function of what fills them: `{0}` is the first value, and
 * `{0?note|notes}` a word for one or for many.
 *
 * @template {Record<string, readonly [string, string]>} const T Chinese and English
 * @param {T} both
 * @returns {{[K in keyof T]: T[K][0] extends `${string}{${string}` ? (...values: (string | number)[]) => string : string}}
 */
export function texts(both) {
  return new Proxy(/** @type {any} */ (both), {
    get: (_, key) => {
      const [chinese, english] = both[/** @type {string} */ (key)];
      const text = isChinese() ? chinese : english;
      return chinese.includes('{') ? (/** @type {(string | number)[]} */ ...values) => fill(text, values) : text;
    },
  });
}
