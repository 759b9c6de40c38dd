// A note, as it is shown in lists.
import { count, html, picture, pictures, texts } from '../../kit/kit.js';

/** @typedef {import('../../contract.js').components['schemas']['Note'] & {titleText?: string, contentText?: string}} Note */

const t = texts({
  gone: ['已注销用户', 'A user who left'],
  likes: ['{0} 个赞', '{0} {0?like|likes}'],
});

/** @param {Note} note */
export function titleOf(note) {
  return note.titleText ?? note.title;
}

/** @param {{name?: string}} written a note or a comment */
export function authorOf(written) {
  return written.name ?? t.gone;
}

/** @param {Note} note */
export function noteCard(note) {
  const [first] = pictures(note.images);
  return html`<li class="note-card">
    <a class="card" href="#/note/${note.id}">
      ${picture(first, '', '', titleOf(note))}
      <span class="stack tight">
        <span class="title" dir="auto">${titleOf(note)}</span>
        <span class="row soft">
          ${picture(note.icon, '', 'face little', authorOf(note))}<span class="grow" dir="auto">${authorOf(note)}</span>
          <span class="number" aria-hidden="true">${note.isLike ? '♥' : '♡'} ${count(note.liked)}</span>
          <span class="visually-hidden">${t.likes(note.liked)}</span>
        </span>
      </span>
    </a>
  </li>`;
}
