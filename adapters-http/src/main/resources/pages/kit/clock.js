// The server's clock: what counts for a sale is its time, not that of this device.

/**
 * @typedef {object} Site what a page must know of the server before it can show anything
 * @property {number} now milliseconds
 * @property {string} timeZone of the times that the API gives
 * @property {boolean} showsCodes whether login codes are shown here, in place of an SMS
 */

const ADDRESS = new URL('pages/site.json', document.baseURI);
const PROBES = 3;
const AGAIN_MS = 60_000;

/** @type {Site} */
let site = { now: Date.now(), timeZone: 'Asia/Shanghai', showsCodes: false };

/** The server's time at the zero of this page's steady clock. */
let zero = Date.now() - performance.now();
let measured = -Infinity;
let skew = Date.now() - performance.now();

/** @param {string} id as Java has it: GMT+8 and the like are +08:00 here */
function zoneOf(id) {
  const [, sign, hours, minutes = '00'] = /^(?:GMT|UTC?)?([+-])(\d\d?)(?::(\d\d))?$/.exec(id) ?? [];
  return sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : id === 'Z' ? 'UTC' : id;
}

/** @returns {Promise<{zero: number, error: number}>} error: how far zero may be wrong at most, in milliseconds */
async function probe() {
  const sent = performance.now();
  const response = await fetch(ADDRESS, { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  const received = performance.now();
  const answer = await response.json();
  if (!response.ok || typeof answer.now !== 'number') {
    throw new Error('the server did not say its time');
  }
  site = { ...answer, timeZone: zoneOf(answer.timeZone) };
  return { zero: site.now - (sent + received) / 2, error: (received - sent) / 2 };
}

const first = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());

/** Settles when the server said its time and zone for the first time. */
export const known = first.promise;

/** Measures how far the clocks are apart; the quickest of some probes counts. */
export async function synchronize() {
  let best = { zero, error: Infinity };
  for (let i = 0; i < PROBES; i++) {
    try {
      const next = await probe();
      best = next.error < best.error ? next : best;
      zero = best.zero;
      first.resolve();
    } catch (failure) {
      if (i + 1 === PROBES && best.error === Infinity) {
        throw failure;
      }
    }
  }
  measured = performance.now();
  skew = Date.now() - performance.now();
}

/** Asks again after a while, and when the steady clock stood still: while the device slept. */
function refresh() {
  const slept = Math.abs(Date.now() - performance.now() - skew) > 1_000;
  if (slept) {
    // Until the server was asked, this device's clock says for how long.
    zero += Date.now() - performance.now() - skew;
    skew = Date.now() - performance.now();
    measured = -Infinity;
  }
  if (document.visibilityState === 'visible' && performance.now() - measured > AGAIN_MS) {
    synchronize().catch(() => {});
  }
}

/** Keeps the time right while the page is open. */
export function keepTime() {
  document.addEventListener('visibilitychange', refresh);
  window.addEventListener('online', refresh);
  window.addEventListener('pageshow', refresh);
  setInterval(refresh, AGAIN_MS / 4);
}

/** The server's time, in milliseconds. */
export function now() {
  return zero + performance.now();
}

export function timeZone() {
  return site.timeZone;
}

export function showsCodes() {
  return site.showsCodes;
}

/** @type {Map<string, Intl.DateTimeFormat>} by zone; making one takes longer than using it */
const offsets = new Map();

/** How far the zone is from UTC at a moment, as +08:00. @param {number} millis */
function offsetAt(millis) {
  const { timeZone } = site;
  const zone = offsets.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  offsets.set(timeZone, zone);
  const name = zone.formatToParts(millis).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || 'Z';
}

/**
 * The moment that a time of the API means, in milliseconds.
 *
 * @param {string} text as 2026-11-20T19:30:00, local to the server's zone
 */
export function momentOf(text) {
  const guess = Date.parse(text + offsetAt(Date.parse(`${text}Z`)));
  return Date.parse(text + offsetAt(guess));
}
