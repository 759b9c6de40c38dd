// What is to be done when an element comes into view.
import { ref } from '../lib/lit-html/directives/ref.js';

/** @type {WeakMap<Element, () => unknown>} */
const works = new WeakMap();

const observer = new IntersectionObserver(
  (entries) => entries.filter(({ isIntersecting }) => isIntersecting).forEach(({ target }) => works.get(target)?.()),
  { rootMargin: '400px' },
);

/** Does this work whenever the element comes into view. @param {() => unknown} work */
export function whenSeen(work) {
  return ref((element) => {
    if (element) {
      works.set(element, work);
      // Observed again, it also reports an element that stayed in view while the list grew.
      observer.unobserve(element);
      observer.observe(element);
    }
  });
}
