// Notes of all, those that are liked most first.
import { html, listed, paged, texts } from '../../kit/kit.js';
import { noteCard } from '../common/note-card.js';

const t = texts({
  title: ['大家在说', 'What people say'],
  none: ['还没有笔记', 'There are no notes yet'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const notes = paged(visit, '/blog/hot');
  return {
    title: () => t.title,
    view: () => html`<div class="stack">
      <h1>${t.title}</h1>
      ${listed(notes, noteCard, t.none, 'notes')}
    </div>`,
  };
}
