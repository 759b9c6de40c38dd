// Login by a code.
import { html, nothing, once, post, request, session, showsCodes, texts, toast } from '../../kit/kit.js';

const t = texts({
  title: ['登录夜市', 'Log in to Night Market'],
  phone: ['手机号', 'Phone number'],
  send: ['获取验证码', 'Send code'],
  code: ['验证码', 'Code'],
  submit: ['登录', 'Log in'],
  hint: ['没有账号也可以登录，第一次登录会自动注册。', 'No account yet? The first login makes one.'],
  demo: ['演示：任意 11 位手机号都可以，例如 13912345678。', 'A demo: any Chinese mobile number will do, such as 13912345678.'],
  shown: ['本机演示，不发短信。验证码：{0}', 'A demo on this machine sends no SMS. The code: {0}'],
  sent: ['验证码已发送', 'The code is on its way'],
});

/** @type {import('../../kit/kit.js').Open} */
export function open(visit) {
  const { signal } = visit;
  let phone = '';
  let challenge = '';
  let shownCode = '';

  async function send() {
    challenge = (await post('/user/code', { query: { phone }, signal })).challenge;
    shownCode = showsCodes() ? await codeOf(phone) : '';
    toast(shownCode ? t.shown(shownCode) : t.sent);
    visit.update();
    document.getElementById('code')?.focus();
  }

  /** @param {Event} event */
  async function logIn(event) {
    const code = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get('code');
    const body = { phone, code, ...(challenge ? { challenge } : {}) };
    const token = await post('/user/login', { body, signal });
    const self = await (await request('GET', '/user/me', { signal }, token)).json();
    // The page it came from takes this one's place before the login opens it again.
    history.replaceState(null, '', `#${back()}`);
    session.begin(token, String(self.data?.id));
  }

  /** Only addresses within the site. */
  function back() {
    const address = visit.query.get('back') ?? '/me';
    return address.startsWith('/') && !address.startsWith('/login') ? address : '/me';
  }

  /** @param {Event} event */
  function type(event) {
    phone = /** @type {HTMLInputElement} */ (event.currentTarget).value.trim();
    visit.update();
  }

  return {
    title: () => t.title,
    view: () => html`<section class="card narrow stack">
      <h1>${t.title}</h1>
      <p class="soft">${t.hint}</p>
      <form class="login" @submit=${once(logIn)}>
        <div class="field">
          <label for="phone">${t.phone}</label>
          <div class="row">
            <input id="phone" class="grow" name="phone" type="tel" inputmode="numeric" autocomplete="tel-national" required
              .value=${phone} @input=${type} />
            <button type="button" class="quiet" ?disabled=${phone === ''} @click=${once(send)}>${t.send}</button>
          </div>
          ${showsCodes() ? html`<p class="soft">${t.demo}</p>` : nothing}
        </div>
        <label>
          ${t.code}
          <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" required />
        </label>
        <p role="status" class=${shownCode ? 'shown-code' : ''}>${shownCode ? t.shown(shownCode) : nothing}</p>
        <button type="submit" class="large">${t.submit}</button>
      </form>
    </section>`,
  };
}

/** The login code of a phone, where this site shows codes in place of an SMS; empty: there is none. @param {string} phone */
async function codeOf(phone) {
  const response = await fetch(new URL(`pages/code?phone=${encodeURIComponent(phone)}`, document.baseURI));
  return response.ok ? (await response.json()).code : '';
}
