// Money, times and distances as people read them.
import { now, timeZone } from './clock.js';
import { isChinese, language } from './i18n.js';

/** @param {number} cents */
export function money(cents) {
  const whole = cents % 100 === 0;
  return `¥${(cents / 100).toLocaleString(language(), { minimumFractionDigits: whole ? 0 : 2, maximumFractionDigits: 2 })}`;
}

/** @param {number} metres */
export function distance(metres) {
  return metres < 1_000 ? `${Math.round(metres)} m` : `${(metres / 1_000).toFixed(1)} km`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, '0');
}

/** A time that runs down, as 1:02:03 or 02:03; with days before. @param {number} millis */
export function countdown(millis) {
  const seconds = Math.max(0, Math.ceil(millis / 1_000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3_600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const clock = days + hours > 0 ? `${two(hours)}:${rest}` : rest;
  return days === 0 ? clock : `${days}${isChinese() ? ' 天 ' : ' d '}${clock}`;
}

/** A moment in the zone of the shops. @param {number} millis */
export function dateTime(millis) {
  return new Intl.DateTimeFormat(language(), {
    timeZone: timeZone(),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(millis);
}

const STEPS = /** @type {const} */ ([
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 60_000],
]);

/** How long ago a moment was; its date when that is more than a week. @param {number} millis */
export function ago(millis) {
  const passed = Math.max(0, now() - millis);
  if (passed > 7 * 86_400_000) {
    return new Intl.DateTimeFormat(language(), { timeZone: timeZone(), dateStyle: 'medium' }).format(millis);
  }
  const [unit, length] = STEPS.find((step) => passed >= step[1]) ?? STEPS[3];
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-Math.floor(passed / length), unit);
}
