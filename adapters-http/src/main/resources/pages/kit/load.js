// What a page reads: on its way, there, or failed.
import { ApiError, get, isLogin } from './api.js';

const TEN = 10;

/** @template T @typedef {ReturnType<typeof load<T>>} Loaded */
/** @template T @typedef {ReturnType<typeof endless<T, any>>} Endless */

/**
 * Reads, and shows the page again with what came; what was read last stays while it is read again.
 *
 * @template T
 * @param {import('./router.js').Visit} visit
 * @param {() => Promise<T>} read
 */
export function load(visit, read) {
  const loaded = {
    value: /** @type {T | undefined} */ (undefined),
    failure: /** @type {unknown} */ (undefined),
    loading: true,
    load: again,
  };
  let reads = 0;
  let newest = 0;
  /** What an earlier reading says is not shown after what a later one said. */
  async function again() {
    const number = ++reads;
    loaded.loading = true;
    loaded.failure = undefined;
    const [value, failure] = await read().then(
      (found) => [found, undefined],
      (reason) => [loaded.value, reason],
    );
    if (number > newest) {
      newest = number;
      Object.assign(loaded, { value, failure, loading: number !== reads });
      visit.update();
    }
  }
  void again();
  return loaded;
}

/**
 * A list that grows by pages while the person scrolls.
 *
 * @template T, C
 * @param {import('./router.js').Visit} visit
 * @param {(cursor: C | undefined) => Promise<{items: T[], next: C | undefined}>} read a page; next is undefined at the end
 * @param {(item: T) => unknown} key an item that moved between two pages is shown once
 */
export function endless(visit, read, key) {
  /** @type {C | undefined} */
  let cursor;
  const seen = new Set();
  const list = {
    items: /** @type {T[]} */ ([]),
    failure: /** @type {unknown} */ (undefined),
    done: false,
    loading: false,
    /** Settles when the first page was read, or failed. */
    ready: Promise.resolve(),
    more,
    again,
    put,
    key,
  };

  /** Adds those that are not there yet. @param {T[]} items @param {boolean} [first] */
  function put(items, first = false) {
    const added = items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
    list.items = first ? [...added, ...list.items] : [...list.items, ...added];
  }

  async function more() {
    if (list.loading || list.done) {
      return;
    }
    list.loading = true;
    list.failure = undefined;
    try {
      const page = await read(cursor);
      put(page.items);
      cursor = page.next;
      list.done = cursor === undefined;
    } catch (failure) {
      list.failure = failure;
    }
    list.loading = false;
    visit.update();
  }

  /** Reads the first page again: what changed takes its place, what is new comes first. */
  async function again() {
    const { items } = await read(undefined);
    list.items = list.items.map((old) => items.find((item) => key(item) === key(old)) ?? old);
    put(items, true);
    visit.update();
  }

  list.ready = more();
  return list;
}

/**
 * A list of the API whose pages are numbered from 1 and have ten items, but for the last.
 *
 * @param {import('./router.js').Visit} visit
 * @param {string} path
 * @param {Record<string, string | number | undefined>} [query]
 * @returns {Endless<any>}
 */
export function paged(visit, path, query = {}) {
  const read = async (current = 1) => {
    const items = await get(path, { query: { ...query, current }, signal: visit.signal });
    return { items, next: items.length < TEN ? undefined : current + 1 };
  };
  return endless(visit, read, ({ id }) => id);
}

/**
 * A reading that is made again later when it fails now, but for the want of a login.
 *
 * @template T
 * @param {Promise<T>} reading
 * @returns {Promise<T | undefined>} undefined when it failed
 */
export function kept(reading) {
  return reading.catch((failure) => {
    if (!(failure instanceof ApiError) || isLogin(failure)) {
      throw failure;
    }
    return undefined;
  });
}
