// Calls of the API: each has a time-out, and reads are repeated a few times.
import { language } from './i18n.js';
import * as session from './session.js';
import { backoff, pause } from './wait.js';

const HOME = new URL('api', document.baseURI).pathname;
const TIMEOUT_MS = 10_000;
const TRIES = 3;

/** Longer waits are left to the person. */
const LONGEST_WAIT_MS = 5_000;

/** What the API answers in place of data, or that it gave no answer: status 0. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {any} [data]
   * @param {number} [retryAfterMs]
   */
  constructor(status, code, message, data, retryAfterMs = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.data = data;
    this.retryAfterMs = retryAfterMs;
  }

  /** Whether the server refused by a rule; otherwise it may have done what was asked, or not. */
  get refused() {
    return this.status === 200 || (this.status >= 400 && this.status < 500);
  }

  /** Whether the same request may be answered otherwise later. */
  get isForNow() {
    const later = ['REQUEST_IN_PROGRESS', 'SALE_NOT_STARTED', 'SALE_PAUSED'];
    return !this.refused || this.status === 429 || later.includes(this.code);
  }
}

/**
 * @typedef {object} Options
 * @property {Record<string, string | number | boolean | undefined>} [query]
 * @property {unknown} [body]
 * @property {FormData} [form]
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 * @property {number} [timeoutMs]
 */

/** @param {Record<string, string | number | boolean | undefined>} query */
function queryOf(query) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 * @param {string | null} token
 */
export function request(method, path, { query = {}, body, form, headers = {}, signal }, token) {
  return fetch(HOME + path + queryOf(query), {
    method,
    headers: {
      'accept-language': language(),
      ...(token === null ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    signal,
  });
}

/**
 * Calls once.
 *
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<{data: any, code?: string, total?: number}>}
 */
export async function call(method, path, { signal, timeoutMs = TIMEOUT_MS, ...options } = {}) {
  const token = session.token();
  const timeout = AbortSignal.timeout(timeoutMs);
  let response;
  let answer;
  try {
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    response = await request(method, path, { ...options, signal: either }, token);
    answer = await response.json();
  } catch (failure) {
    signal?.throwIfAborted();
    // An answer that broke off says nothing, whatever its status.
    throw new ApiError(response && !response.ok ? response.status : 0, 'NO_ANSWER', String(failure));
  }
  if (response.status === 401) {
    session.end(token);
  }
  if (!response.ok || answer.success !== true) {
    const { code, errorMsg, data } = answer;
    const seconds = response.headers.get('retry-after');
    throw new ApiError(response.status, code ?? 'UNKNOWN', errorMsg ?? '', data, seconds ? Number(seconds) * 1_000 : 0);
  }
  return answer;
}

/** @param {unknown} failure */
export function isLogin(failure) {
  return failure instanceof ApiError && failure.status === 401;
}

/** @param {unknown} failure */
function mayPass(failure) {
  return (
    failure instanceof ApiError &&
    !(failure.refused && failure.status !== 429) &&
    failure.retryAfterMs <= LONGEST_WAIT_MS
  );
}

/**
 * Does what may be repeated until it is answered, or refused.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {AbortSignal} [signal]
 * @param {number} [tries]
 * @param {() => void} [again] is called before each further try
 * @returns {Promise<T>}
 */
export async function insist(work, signal, tries = TRIES, again = () => {}) {
  for (let failures = 0; ; failures++) {
    try {
      return await work();
    } catch (failure) {
      if (failures + 1 >= tries || !mayPass(failure)) {
        throw failure;
      }
      const wait = /** @type {ApiError} */ (failure).retryAfterMs;
      await pause(wait + backoff(failures, 3_000), signal);
      again();
    }
  }
}

/**
 * Reads; some more times when no answer comes, or the server is busy.
 *
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>} the data; undefined when there are none
 */
export function get(path, options = {}) {
  return insist(async () => (await call('GET', path, options)).data, options.signal);
}

/** @param {string} method @returns {(path: string, options?: Options) => Promise<any>} */
function sender(method) {
  return async (path, options) => (await call(method, path, options)).data;
}

export const post = sender('POST');
export const put = sender('PUT');
export const remove = sender('DELETE');
