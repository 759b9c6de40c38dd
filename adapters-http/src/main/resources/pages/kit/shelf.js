// What this browser keeps: for good, or for this tab. Where it may keep nothing, the page itself remembers.

/** @typedef {Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>} Shelf */

/** @returns {Shelf} */
function memory() {
  /** @type {Map<string, string>} */
  const held = new Map();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
}

/** @param {() => Storage} open fails where storage is blocked */
function shelf(open) {
  try {
    return open();
  } catch {
    return memory();
  }
}

export const forGood = shelf(() => localStorage);
export const forTab = shelf(() => sessionStorage);
