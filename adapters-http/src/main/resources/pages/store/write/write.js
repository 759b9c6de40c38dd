// Writing a note about a shop.
import { forTab, get, html, load, once, picture, post, replace, texts, toast } from '../../kit/kit.js';
import { chosenFiles, PICTURE_TYPES, upload } from '../common/upload.js';

const MOST_PICTURES = 9;
const LONGEST = /** @type {const} */ ({ title: 255, content: 2_048 });

const t = texts({
  page: ['写笔记', 'Write a note'],
  about: ['写给：{0}', 'About {0}'],
  title: ['标题', 'Title'],
  content: ['正文', 'Text'],
  pictures: ['图片', 'Pictures'],
  rules: ['最多九张，第一张是封面。支持 JPEG、PNG、GIF。', 'Up to nine; the first one is the cover. JPEG, PNG or GIF.'],
  add: ['添加图片', 'Add pictures'],
  picture: ['图片 {0}', 'Picture {0}'],
  remove: ['移除图片 {0}', 'Remove picture {0}'],
  waiting: ['上传中……', 'Uploading …'],
  empty: ['标题和正文不能为空', 'Title and text must not be empty'],
  tooLong: ['文字太长了', 'The text is too long'],
  publish: ['发布', 'Publish'],
  published: ['发布成功', 'Published'],
});

/** The text as the HTML of the contract, in which it means the same. @param {string} text */
function asHtml(text) {
  return text.trim().replace(/&(?=[#a-z])/gi, '&amp;').replace(/<(?=[a-z/!?])/gi, '&lt;');
}

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const [shopId] = visit.path;
  const key = `night-market.draft.${shopId}`;
  const draft = { title: '', content: '', images: /** @type {string[]} */ ([]), ...JSON.parse(forTab.getItem(key) ?? '{}') };
  const shop = load(visit, () => get(`/shop/${shopId}`, { signal }));
  /** How many pictures are on their way. */
  let waiting = 0;

  function keep() {
    forTab.setItem(key, JSON.stringify(draft));
    visit.update();
  }

  /** Sends the pictures one after the other; those that were there before a failure stay. @param {Event} event */
  async function add(event) {
    const files = chosenFiles(event).slice(0, MOST_PICTURES - draft.images.length - waiting);
    waiting = files.length;
    visit.update();
    try {
      for (; waiting > 0; waiting--) {
        draft.images.push(await upload(files[files.length - waiting], signal));
        keep();
      }
    } finally {
      waiting = 0;
      visit.update();
    }
  }

  /** @param {string} path */
  async function drop(path) {
    draft.images = draft.images.filter((/** @type {string} */ other) => other !== path);
    keep();
    await get('/upload/blog/delete', { query: { name: path }, signal });
  }

  async function publish() {
    const [title, content] = [asHtml(draft.title), asHtml(draft.content)];
    const problem =
      (waiting > 0 && t.waiting) ||
      ((!title || !content) && t.empty) ||
      ((title.length > LONGEST.title || content.length > LONGEST.content) && t.tooLong);
    if (problem) {
      toast(problem);
      return;
    }
    const id = await post('/blog', { body: { shopId, title, content, images: draft.images.join() }, signal });
    forTab.removeItem(key);
    toast(t.published);
    replace(`/note/${id}`);
  }

  /** @param {Event} event of a field */
  function type({ target }) {
    const { name, value } = /** @type {HTMLInputElement} */ (target);
    if (name === 'title' || name === 'content') {
      draft[name] = value;
      keep();
    }
  }

  /** @param {'title' | 'content'} name */
  function counted(name) {
    const length = `${asHtml(draft[name]).length} / ${LONGEST[name]}`;
    return html`<span class="row spread">${t[name]} <span class="soft number">${length}</span></span>`;
  }

  /** @param {string} path @param {number} i */
  function shotView(path, i) {
    return html`<li>
      ${picture(path, t.picture(i + 1), '')}
      <button type="button" aria-label=${t.remove(i + 1)} @click=${once(() => drop(path))}>✕</button>
    </li>`;
  }

  const form = () => html`<form class="card" @submit=${once(publish)} @input=${type}>
    <label>${counted('title')} <input name="title" .value=${draft.title} maxlength=${LONGEST.title} required dir="auto" /></label>
    <label>
      ${counted('content')}
      <textarea name="content" rows="8" .value=${draft.content} maxlength=${LONGEST.content} required dir="auto"></textarea>
    </label>
    <fieldset class="stack">
      <legend>${t.pictures} <span class="soft number">${draft.images.length} / ${MOST_PICTURES}</span></legend>
      <p class="soft">${t.rules}</p>
      <ul class="grid shots">${draft.images.map(shotView)}</ul>
      <label class="button quiet" aria-busy=${waiting > 0}>
        ${waiting > 0 ? t.waiting : `＋ ${t.add}`}
        <input class="visually-hidden" type="file" accept=${PICTURE_TYPES} multiple
          ?disabled=${waiting > 0 || draft.images.length === MOST_PICTURES} @change=${once(add)} />
      </label>
    </fieldset>
    <button class="large">${t.publish}</button>
  </form>`;

  return {
    title: () => t.page,
    view: () => html`<div class="stack narrow">
      <h1>${t.page}</h1>
      <p><a class="link" href="#/shop/${shopId}" dir="auto">${t.about(shop.value?.name ?? '…')}</a></p>
      ${form()}
    </div>`,
  };
}
