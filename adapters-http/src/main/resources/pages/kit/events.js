// Streams of server-sent events by fetch: the browser's EventSource can't send the token.
import { request } from './api.js';
import * as session from './session.js';
import { backoff, pause } from './wait.js';

/** @typedef {{event: string, data: string, id: string}} ServerEvent */

/** The server sends something every 15 s. */
const SILENCE_MS = 45_000;
const STEADY_MS = 10_000;

/**
 * Takes a text apart into events, as it arrives.
 *
 * @param {(event: ServerEvent) => void} onEvent
 * @returns {(text: string) => void}
 */
function parser(onEvent) {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = [...block.matchAll(/^(event|data|id): ?(.*)$/gm)].map(([, name, value]) => [name, value]);
      const event = { event: 'message', data: '', id: '', ...Object.fromEntries(fields) };
      if (event.data !== '') {
        onEvent(event);
      }
    }
  };
}

/**
 * Reads one stream, to its end or until it is silent.
 *
 * @param {string} path
 * @param {string} last
 * @param {AbortSignal} signal
 * @param {(event: ServerEvent) => void} onEvent
 */
async function follow(path, last, signal, onEvent) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const headers = { accept: 'text/event-stream', ...(last === '' ? {} : { 'last-event-id': last }) };
    const token = session.token();
    const response = await request('GET', path, { headers, signal: AbortSignal.any([signal, silence.signal]) }, token);
    if (response.status === 401) {
      session.end(token);
    }
    if (!response.body || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      throw new Error(`no stream: ${response.status}`);
    }
    onEvent({ event: 'open', data: '', id: '' });
    const take = parser(onEvent);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      take(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** @param {AbortSignal} signal @param {string} state @returns {Promise<void>} when the page is in it, or is left */
async function until(signal, state) {
  while (document.visibilityState !== state && !signal.aborted) {
    const { promise, resolve } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
    const listening = new AbortController();
    document.addEventListener('visibilitychange', () => resolve(), { signal: listening.signal });
    signal.addEventListener('abort', () => resolve(), { signal: listening.signal });
    await promise;
    listening.abort();
  }
}

/** @param {AbortSignal} signal @returns {Promise<void>} when the page is seen, or is left */
export function visible(signal) {
  return until(signal, 'visible');
}

/**
 * Follows a stream while the page is seen, until the signal is aborted or the session ends; opens it again when it breaks off.
 * Each time it opens, an event `open` comes first: what happened in between may be missing.
 *
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {(event: ServerEvent) => void} onEvent
 */
export async function listen(path, signal, onEvent) {
  let last = '';
  for (let tries = 0; !signal.aborted && session.token() !== null; tries++) {
    await visible(signal);
    const own = new AbortController();
    const both = AbortSignal.any([signal, own.signal]);
    void until(both, 'hidden').then(() => own.abort());
    const began = performance.now();
    await follow(path, last, both, (event) => {
      last = event.id || last;
      onEvent(event);
    }).catch(() => {});
    own.abort();
    // A stream that ends at once may have to make room for one of another tab.
    tries = performance.now() - began > STEADY_MS ? 0 : tries;
    await pause(backoff(tries, 15_000), signal).catch(() => {});
  }
}
