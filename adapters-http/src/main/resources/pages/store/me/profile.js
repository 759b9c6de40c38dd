// The user's own profile, to be changed.
import { get, go, html, load, once, picture, put, radios, shown, texts, toast, waiting } from '../../kit/kit.js';
import { chosenFiles, PICTURE_TYPES, upload } from '../common/upload.js';

const t = texts({
  title: ['编辑资料', 'Edit profile'],
  icon: ['头像', 'Picture'],
  change: ['更换头像', 'Change the picture'],
  uploading: ['上传中…', 'Uploading …'],
  nickName: ['昵称', 'Name'],
  city: ['城市', 'City'],
  introduce: ['个人简介', 'About me'],
  gender: ['性别', 'Gender'],
  female: ['女', 'Female'],
  male: ['男', 'Male'],
  birthday: ['生日', 'Birthday'],
  save: ['保存', 'Save'],
  saved: ['已保存', 'Saved'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  const profile = load(visit, () => profileOf(signal));

  /** @param {Event} event */
  async function changeIcon(event) {
    const [file] = chosenFiles(event);
    if (file && profile.value) {
      toast(t.uploading);
      profile.value.icon = await upload(file, signal);
      visit.update();
    }
  }

  /** @param {Event} event */
  async function save(event) {
    const values = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    const gender = values.get('gender');
    const body = {
      icon: profile.value?.icon,
      nickName: String(values.get('nickName')).trim(),
      city: values.get('city'),
      introduce: values.get('introduce'),
      gender: gender === null ? undefined : gender === 'true',
      birthday: values.get('birthday') || undefined,
    };
    await put('/user', { body, signal });
    toast(t.saved);
    go('/me');
  }

  /** @param {Awaited<ReturnType<typeof profileOf>>} value */
  function form({ icon, nickName, city, introduce, gender, birthday }) {
    return html`<form class="card" @submit=${once(save)}>
      <div class="row wrap">
        ${picture(icon, t.icon, 'face large', nickName)}
        <label class="button quiet">
          ${t.change}
          <input class="visually-hidden" type="file" accept=${PICTURE_TYPES} @change=${once(changeIcon)} />
        </label>
      </div>
      <label>${t.nickName} <input name="nickName" value=${nickName} maxlength="32" pattern=".*\\S.*" required /></label>
      <label>${t.city} <input name="city" value=${city} maxlength="64" autocomplete="address-level2" dir="auto" /></label>
      <label>${t.introduce} <textarea name="introduce" rows="3" maxlength="128" dir="auto" .value=${introduce}></textarea></label>
      ${radios(t.gender, 'gender', [['true', t.female], ['false', t.male]], String(gender))}
      <label>${t.birthday} <input name="birthday" type="date" min="1900-01-01" value=${birthday} autocomplete="bday" /></label>
      <button>${t.save}</button>
    </form>`;
  }

  return {
    title: () => t.title,
    view: () => html`<div class="stack narrow">
      <h1>${t.title}</h1>
      ${shown(profile, form, waiting())}
    </div>`,
  };
}

/** @param {AbortSignal} signal */
async function profileOf(signal) {
  const self = /** @type {import('./me.js').User} */ (await get('/user/me', { signal }));
  const info = await get(`/user/info/${self.id}`, { signal });
  const { city = '', introduce = '', gender, birthday = '' } = info ?? {};
  return { icon: self.icon, nickName: self.nickName, city, introduce, gender, birthday };
}
