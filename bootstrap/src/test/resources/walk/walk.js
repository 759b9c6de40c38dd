// Makes the calls of a front end, one after the other, and writes what came of each into the page.
const given = new URLSearchParams(location.search);
const bob = given.get('bob');
const bobId = given.get('bobId');
let alice = null;

async function call(method, path, token, body) {
  const headers = {};
  if (token) headers.authorization = token;
  if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  const answer = await fetch('/api' + path, {
    method, headers, body: body instanceof FormData ? body : body && JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(path + ' answers ' + answer.status);
  return answer.json();
}

async function data(method, path, token, body) {
  const answer = await call(method, path, token, body);
  if (!answer.success) throw new Error(path + ' is refused: ' + answer.code);
  return answer.data;
}

function holds(what, found) {
  if (!found) throw new Error(what + ' does not hold');
}

function picture() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  canvas.getContext('2d').fillRect(8, 8, 32, 32);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

function shown(src) {
  return new Promise(done => {
    const image = new Image();
    image.onload = () => done(true);
    image.onerror = () => done(false);
    image.src = src;
  });
}

let image = null;
let note = null;

const steps = {
  'a wrong password is refused': async () => {
    const answer = await call('POST', '/user/login', null, {phone: given.get('phone'), password: 'not this one'});
    holds('a refusal', !answer.success && answer.errorMsg);
  },
  'alice logs in by password': async () => {
    alice = await data('POST', '/user/login', null, {phone: given.get('phone'), password: given.get('password')});
    const me = await data('GET', '/user/me', alice);
    holds('a name', me.id && me.nickName.startsWith('user_'));
  },
  'a person without details gets an empty answer': async () => {
    holds('no data', await data('GET', '/user/info/' + bobId, alice) === undefined);
  },
  'alice follows bob': async () => {
    await data('PUT', '/follow/' + bobId + '/true', alice);
    holds('following', await data('GET', '/follow/or/not/' + bobId, alice) === true);
    holds('common follows', Array.isArray(await data('GET', '/follow/common/' + bobId, alice)));
  },
  'bob uploads a picture': async () => {
    const form = new FormData();
    form.append('file', await picture(), 'a.png');
    image = await data('POST', '/upload/blog', bob, form);
    holds('the picture', await shown('/imgs' + image));
  },
  'bob publishes a note, which leaves as safe HTML': async () => {
    note = await data('POST', '/blog', bob, {
      shopId: 1, title: 'soup', content: 'good<br><script>document.title="broken"</script>', images: '/imgs' + image,
    });
    const found = await data('GET', '/blog/' + note, null);
    document.createElement('div').innerHTML = found.content;
    holds('the text', found.content.startsWith('good') && !found.content.includes('script'));
    holds('the title of the page', document.title === 'walking');
  },
  'the note is in the feed of alice, which ends': async () => {
    let page = null;
    for (let tries = 0; tries < 10 && !page; tries++) {
      page = await data('GET', '/blog/of/follow?&lastId=' + Date.now(), alice);
      if (!page) await new Promise(done => setTimeout(done, 200));
    }
    holds('the note', page.list[0].id === note && page.list[0].isLike === false);
    const next = await call('GET', '/blog/of/follow?&lastId=' + page.minTime + '&offset=' + page.offset, alice);
    holds('the end', next.success && next.data === undefined);
  },
  'liking twice is unliking': async () => {
    for (const liked of [1, 0, 1]) {
      await data('PUT', '/blog/like/' + note, alice);
      const found = await data('GET', '/blog/' + note, alice);
      holds(liked + ' likes', found.liked === liked && found.isLike === (liked === 1));
    }
    await data('PUT', '/blog/like/' + note, bob);
    const likers = await data('GET', '/blog/likes/' + note, null);
    holds('alice is first', likers.length === 2 && likers[1].id === Number(bobId) && likers[0].nickName);
  },
  'visitors see the hot list': async () => {
    const hot = await data('GET', '/blog/hot?current=1', null);
    holds('names', hot.length > 0 && hot.every(one => one.name !== undefined && one.isLike === false));
  },
  'the pages of bob show his notes': async () => {
    holds('his own', (await data('GET', '/blog/of/me?current=1', bob)).some(one => one.id === note));
    holds('of a user', (await data('GET', '/blog/of/user?id=' + bobId + '&current=1', alice)).some(one => one.id === note));
    holds('his card', (await data('GET', '/user/' + bobId, alice)).nickName);
  },
  'a comment is listed': async () => {
    await data('POST', '/blog-comments', alice, {blogId: note, content: 'indeed'});
    const list = await data('GET', '/blog-comments?blogId=' + note, null);
    holds('the comment', JSON.stringify(list).includes('indeed'));
  },
  'alice checks in': async () => {
    await data('POST', '/user/sign', alice);
    holds('a day', await data('GET', '/user/sign/count', alice) >= 1);
  },
  'shops, their types and vouchers are listed': async () => {
    holds('types', (await data('GET', '/shop-type/list', null)).length > 0);
    holds('shops', (await data('GET', '/shop/of/type?&typeId=1&current=1', null)).length > 0);
    holds('a shop', (await data('GET', '/shop/1', null)).name);
    holds('vouchers', Array.isArray(await data('GET', '/voucher/list/1', null)));
  },
  'a deleted picture is gone': async () => {
    await data('GET', '/upload/blog/delete?name=' + image, bob);
    const answer = await fetch('/imgs' + image, {cache: 'reload'});
    holds('404', answer.status === 404);
  },
  'alice unfollows bob and logs out': async () => {
    await data('PUT', '/follow/' + bobId + '/false', alice);
    holds('not following', await data('GET', '/follow/or/not/' + bobId, alice) === false);
    holds('an empty feed', await data('GET', '/blog/of/follow?&lastId=' + Date.now(), alice) === undefined);
    await data('POST', '/user/logout', alice);
    const answer = await fetch('/api/user/me', {headers: {authorization: alice}});
    holds('401', answer.status === 401);
  },
};

(async () => {
  for (const [name, step] of Object.entries(steps)) {
    const line = document.createElement('li');
    try {
      await step();
      line.textContent = 'passed: ' + name;
    } catch (e) {
      line.textContent = 'failed: ' + name + ': ' + e.message;
    }
    document.getElementById('steps').append(line);
  }
  document.title = 'walked';
})();
