// The templates of all pages. Text in them is text: nothing here inserts HTML.
export { html, nothing, render } from '../lib/lit-html/lit-html.js';
export { repeat } from '../lib/lit-html/directives/repeat.js';

/** @typedef {import('../lib/lit-html/lit-html.js').TemplateResult | typeof import('../lib/lit-html/lit-html.js').nothing} View */
