// What goes on with time, and ends with the page.

/**
 * @param {number} millis
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>} fails when the signal is aborted
 */
export function pause(millis, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, millis);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/**
 * The time to wait before a call is repeated: twice as long each time, up to a bound, and not the same for all.
 *
 * @param {number} tries how many have failed
 * @param {number} [most] milliseconds
 */
export function backoff(tries, most = 8_000) {
  return Math.min(most, 300 * 2 ** tries) * (0.5 + Math.random() / 2);
}

/**
 * Does this again and again while the page is seen, until it is left: as a rule, shows it.
 *
 * @param {import('./router.js').Visit} visit
 * @param {number} [millis]
 * @param {() => unknown} [work]
 */
export function tick(visit, millis = 250, work = visit.update) {
  const timer = setInterval(() => document.visibilityState === 'visible' && work(), millis);
  visit.signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
