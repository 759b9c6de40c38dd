// Makes the calls of a front end, page by page, as three users would, and reports what came of each step. Steps build on those before.
const server = new URLSearchParams(location.search).get('server');
const phones = {alice: '15600000001', bob: '15600000002', carol: '15600000003', admin: '13800000000'};
const tokens = {};
const ids = {};
const password = 'correct horse';
// Of the demo: a user with a picture and a profile, and a shop with two flash sales, of which one has not begun.
const fish = 3;
const shop = 1;
const openSale = 1;
const laterSale = 2;
const notesOfBob = 12;
let image = null;
let note = null;
let order = null;
let comment = null;

async function send(method, path, user, body) {
  const headers = {};
  if (user) headers.authorization = tokens[user];
  if (body && !(body instanceof FormData)) headers['content-type'] = 'application/json';
  return fetch('/api' + path, {method, headers, body: body instanceof FormData ? body : body && JSON.stringify(body)});
}

async function envelope(method, path, user, body) {
  const answer = await send(method, path, user, body);
  if (answer.status !== 200) throw new Error(path + ' answers ' + answer.status);
  return answer.json();
}

async function data(method, path, user, body) {
  const answer = await envelope(method, path, user, body);
  if (!answer.success) throw new Error(path + ' is refused: ' + answer.code);
  return answer.data;
}

const get = (path, user) => data('GET', path, user);
const post = (path, user, body) => data('POST', path, user, body);
const put = (path, user, body) => data('PUT', path, user, body);

async function refused(text, method, path, user, body) {
  const answer = await envelope(method, path, user, body);
  holds('the refusal ' + text, answer.success === false && answer.errorMsg === text && answer.code);
}

function holds(what, found) {
  if (!found) throw new Error(what + ' does not hold');
}

// Looks again and again; the last look begins when the time is over.
async function soon(what, millis, look) {
  const begin = performance.now();
  for (;;) {
    const isLast = performance.now() - begin >= millis;
    const found = await look();
    if (found) return found;
    if (isLast) throw new Error(what + ' is not there after ' + millis + ' ms');
    await new Promise(done => setTimeout(done, 20));
  }
}

function descends(list, value) {
  return list.every((one, i) => i === 0 || value(list[i - 1]) >= value(one));
}

// As the login page does it: asks for a code, and sends the one that arrives.
async function logIn(user) {
  await post('/user/code?phone=' + phones[user]);
  const code = await (await fetch(server + '/code/' + phones[user])).text();
  tokens[user] = await post('/user/login', null, {phone: phones[user], code});
  ids[user] = (await get('/user/me', user)).id;
}

function picture() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  canvas.getContext('2d').fillRect(8, 8, 32, 32);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

function upload(user, content, name) {
  const form = new FormData();
  form.append('file', content, name);
  return envelope('POST', '/upload/blog', user, form);
}

function width(src) {
  return new Promise(done => {
    const shown = new Image();
    shown.onload = () => done(shown.naturalWidth);
    shown.onerror = () => done(0);
    shown.src = src;
  });
}

function publish(title, content) {
  return post('/blog', 'bob', {shopId: shop, title, content, images: '/imgs' + image});
}

function feed(user, query) {
  return envelope('GET', '/blog/of/follow?' + query, user);
}

async function isFollowing(user, other) {
  return get('/follow/or/not/' + other, user);
}

async function toggleLike(user, liked, isLike) {
  await put('/blog/like/' + note, user);
  const found = await get('/blog/' + note, user);
  holds(liked + ' likes', found.liked === liked && found.isLike === isLike);
}

async function settled(id) {
  return soon('the settled order', 20000, async () => {
    const found = await get('/voucher-order/' + id, 'alice');
    return found.state === 'SETTLED' && found;
  });
}

const home = {
  'the types of shops are shown': async () => {
    const types = await get('/shop-type/list');
    holds('names and icons', types.length > 0 && types.every(one => one.id && one.name && one.icon));
    holds('their order', descends(types, one => -one.sort));
  },
  'hot notes carry names and pictures, without login': async () => {
    const hot = await get('/blog/hot?current=1');
    holds('ten', hot.length === 10);
    holds('authors', hot.every(one => one.name && one.icon));
    holds('no likes', hot.every(one => one.isLike === false));
  },
  'the second page of hot notes has others': async () => {
    const first = await get('/blog/hot?current=1');
    const second = await get('/blog/hot?current=2');
    holds('others', second.length > 0 && second.every(one => first.every(other => other.id !== one.id)));
  },
  'what needs a login answers 401 without': async () => {
    for (const path of ['/user/me', '/blog/of/me?current=1', '/blog/of/follow?&lastId=' + Date.now()]) {
      holds(path, (await send('GET', path)).status === 401);
    }
  },
};

const login = {
  'a wrong phone number is refused': () => refused('手机号格式错误', 'POST', '/user/code?phone=123'),
  'a wrong code is refused': async () => {
    await refused('验证码错误', 'POST', '/user/login', null, {phone: '15600000009', code: '000000'});
  },
  'alice, bob and carol log in by code': async () => {
    for (const user of ['alice', 'bob', 'carol']) await logIn(user);
    const me = await get('/user/me', 'alice');
    holds('a name', me.nickName.startsWith('user_') && me.icon !== undefined);
  },
  'login by password is refused while there is none': async () => {
    await refused('手机号或密码错误', 'POST', '/user/login', null, {phone: phones.alice, password});
  },
  'alice sets a password and logs in by it': async () => {
    await put('/user/password', 'alice', {password});
    tokens.alice = await post('/user/login', null, {phone: phones.alice, password});
    holds('her id', (await get('/user/me', 'alice')).id === ids.alice);
  },
  'a wrong password is refused': async () => {
    await refused('手机号或密码错误', 'POST', '/user/login', null, {phone: phones.alice, password: 'not this one'});
  },
};

const shops = {
  'shops of a type are shown, ten a page': async () => {
    const first = await get('/shop/of/type?&typeId=1&current=1');
    const second = await get('/shop/of/type?&typeId=1&current=2');
    holds('ten', first.length === 10 && first.every(one => one.typeId === 1 && one.name && one.images));
    holds('others', second.length > 0 && second.every(one => first.every(other => other.id !== one.id)));
  },
  'shops near a place are shown, the nearest first': async () => {
    const {x, y} = await get('/shop/' + shop);
    const list = await soon('shops', 20000, async () => {
      const found = await get('/shop/of/type?&typeId=1&current=1&x=' + x + '&y=' + y);
      return found.length > 0 && found;
    });
    holds('the shop at the place', list[0].id === shop && list[0].distance < 1);
    holds('by distance', descends(list, one => -one.distance) && list.every(one => one.distance <= 5000));
  },
  'shops are sorted by comments and by score': async () => {
    for (const by of ['comments', 'score']) {
      const list = await get('/shop/of/type?&typeId=1&current=1&sortBy=' + by);
      holds('by ' + by, list.length === 10 && descends(list, one => one[by]));
    }
  },
  'shops are found by name': async () => {
    const word = (await get('/shop/' + shop)).name.slice(0, 2);
    const list = await soon('the shop', 20000, async () => {
      const found = await get('/shop/of/name?name=' + word + '&current=1');
      return found.some(one => one.id === shop) && found;
    });
    holds('the word', list.every(one => one.name.includes(word)));
  },
  'the page of a shop has its details': async () => {
    const found = await get('/shop/' + shop);
    holds('details', found.name && found.address && found.images && found.score && found.openHours && found.avgPrice);
  },
  'an unknown shop is refused': () => refused('店铺不存在', 'GET', '/shop/999999'),
  'the vouchers of a shop are shown, with those on flash sale': async () => {
    const list = await get('/voucher/list/' + shop);
    const sale = list.find(one => one.id === openSale);
    holds('the sale', sale.type === 1 && sale.stock > 0 && sale.beginTime < sale.endTime);
    holds('an ordinary one', list.some(one => one.type === 0 && one.payValue < one.actualValue));
  },
};

const orders = {
  'a sale that has not begun is refused': () => refused('秒杀尚未开始', 'POST', '/voucher-order/seckill/' + laterSale, 'alice'),
  'alice buys on flash sale': async () => {
    order = await post('/voucher-order/seckill/' + openSale, 'alice');
    const found = await settled(order);
    holds('her order', found.voucherId === openSale && found.userId === ids.alice && found.status === 1);
  },
  'the stock is one less': () => soon('the stock', 20000, async () => {
    const list = await get('/voucher/list/' + shop);
    return list.find(one => one.id === openSale).stock === 99;
  }),
  'buying twice is refused': () => refused('不能重复下单', 'POST', '/voucher-order/seckill/' + openSale, 'alice'),
  'alice pays': async () => {
    await post('/voucher-order/' + order + '/pay', 'alice', {payType: 1});
    await soon('the paid order', 20000, async () => (await get('/voucher-order/' + order, 'alice')).status === 2);
  },
  'alice buys an ordinary voucher and cancels': async () => {
    const voucher = (await get('/voucher/list/' + shop)).find(one => one.type === 0).id;
    const bought = await post('/voucher-order', 'alice', {voucherId: voucher});
    await settled(bought);
    await post('/voucher-order/' + bought + '/cancel', 'alice');
    holds('cancelled', (await get('/voucher-order/' + bought, 'alice')).status === 4);
  },
  'the list of orders has both': async () => {
    const {list} = await get('/voucher-order/of/me', 'alice');
    // Those of one second stand in the order of their ids.
    holds('the newest first', list.length === 2 && descends(list, one => one.createTime));
    holds('the cancelled one', list.some(one => one.id !== order && one.status === 4));
    holds('the paid one', list.some(one => one.id === order && one.status === 2));
  },
};

const editor = {
  'bob finds the shop for his note': async () => {
    holds('shops', (await get('/shop/of/name?&current=1', 'bob')).length === 10);
  },
  'bob uploads a picture, which is shown': async () => {
    image = (await upload('bob', await picture(), 'a.png')).data;
    holds('the picture', await width('/imgs' + image) === 64);
  },
  'what is no picture is refused': async () => {
    const answer = await upload('bob', new Blob(['<script>broken = true</script>']), 'a.png');
    holds('a refusal', !answer.success && answer.code === 'PICTURE_TYPE');
  },
  'bob publishes a note, which leaves as safe HTML': async () => {
    note = await publish('soup', 'good<br><b>indeed</b><script>broken = true</script><img src=x onerror="broken = true">');
    const shown = document.getElementById('note');
    shown.innerHTML = (await get('/blog/' + note)).content;
    await new Promise(done => setTimeout(done, 100));
    holds('the text', shown.textContent.startsWith('goodindeed') && shown.querySelector('br') && shown.querySelector('b'));
    holds('nothing else', !shown.querySelector('script, img') && window.broken === undefined);
  },
  'the page of a note has author, pictures and likes': async () => {
    const found = await get('/blog/' + note);
    holds('the author', found.userId === ids.bob && found.name.startsWith('user_') && found.icon !== undefined);
    holds('the rest', found.images === '/imgs' + image && found.liked === 0 && found.isLike === false && found.shopId === shop);
  },
};

const likes = {
  'liking twice is unliking, and the next read agrees': async () => {
    await toggleLike('bob', 1, true);
    await toggleLike('bob', 0, false);
    await toggleLike('bob', 1, true);
  },
  'the one who liked first is the first in the list': async () => {
    await toggleLike('alice', 2, true);
    await toggleLike('carol', 3, true);
    const likers = await get('/blog/likes/' + note);
    holds('the order', likers.map(one => one.id).join() === [ids.bob, ids.alice, ids.carol].join());
    holds('names and pictures', likers.every(one => one.nickName && one.icon !== undefined));
  },
  'the most liked note is the first hot one, and says who likes it': async () => {
    const seen = async user => (await get('/blog/hot?current=1', user))[0];
    // A page of hot notes is up to some seconds old.
    const alice = await soon('the note', 20000, async () => {
      const first = await seen('alice');
      return first.id === note && first.liked === 3 && first;
    });
    holds('her like', alice.isLike === true);
    holds('for a visitor', (await seen(null)).isLike === false);
  },
  'liking a note that is gone is refused': () => refused('笔记不存在', 'PUT', '/blog/like/999999', 'alice'),
};

const comments = {
  'alice comments and bob replies': async () => {
    comment = await post('/blog-comments', 'alice', {blogId: note, content: 'tasty <b>'});
    await post('/blog-comments', 'bob', {blogId: note, parentId: comment, answerId: comment, content: 'thanks'});
    const [first] = await get('/blog-comments?blogId=' + note + '&current=1');
    holds('the comment', first.id === comment && first.content === 'tasty <b>' && first.replies === 1 && first.name);
    const [reply] = await get('/blog-comments/' + comment + '/replies?current=1');
    holds('the reply', reply.content === 'thanks' && reply.userId === ids.bob);
    holds('the number', (await get('/blog/' + note)).comments === 2);
  },
  'alice deletes her comment': async () => {
    await data('DELETE', '/blog-comments/' + comment, 'alice');
    holds('none', (await get('/blog-comments?blogId=' + note + '&current=1')).length === 0);
  },
};

const others = {
  'the page of another user has name and picture': async () => {
    const card = await get('/user/' + fish, 'alice');
    holds('the card', card.id === fish && card.nickName && card.icon);
  },
  'the page of another user has their profile': async () => {
    const profile = await get('/user/info/' + fish, 'alice');
    holds('the profile', profile.city && profile.introduce && typeof profile.gender === 'boolean');
  },
  'a person without profile gets an empty answer': async () => {
    const answer = await envelope('GET', '/user/info/' + ids.bob, 'alice');
    holds('no data', answer.success && answer.data === undefined);
  },
  'the page of another user has their notes': async () => {
    const list = await get('/blog/of/user?&id=' + ids.bob + '&current=1', 'alice');
    holds('the note', list.length === 1 && list[0].id === note && list[0].images);
  },
  'alice follows bob, and unfollows, and follows': async () => {
    holds('not yet', await isFollowing('alice', ids.bob) === false);
    for (const follow of [true, false, true]) {
      await put('/follow/' + ids.bob + '/' + follow, 'alice');
      holds('following is ' + follow, await isFollowing('alice', ids.bob) === follow);
    }
  },
  'following twice is following once': async () => {
    await put('/follow/' + ids.bob + '/true', 'alice');
    holds('one follower', (await get('/follow/count/' + ids.bob, 'alice')).followers === 1);
  },
  'following oneself is refused': () => refused('不能关注自己', 'PUT', '/follow/' + ids.alice + '/true', 'alice'),
  'common follows have names and pictures': async () => {
    holds('none yet', (await get('/follow/common/' + ids.bob, 'alice')).length === 0);
    for (const user of ['alice', 'bob']) await put('/follow/' + fish + '/true', user);
    const common = await get('/follow/common/' + ids.bob, 'alice');
    holds('the one', common.length === 1 && common[0].id === fish && common[0].nickName && common[0].icon);
    await put('/follow/' + fish + '/false', 'alice');
    holds('none', (await get('/follow/common/' + ids.bob, 'alice')).length === 0);
  },
};

const follows = {
  'a new note of bob is in the feed of alice within half a second': async () => {
    const fresh = await publish('noodles', 'fresh');
    const page = await soon('the note', 500, async () => {
      const found = (await feed('alice', '&lastId=' + Date.now())).data;
      return found && found.list[0].id === fresh && found;
    });
    holds('the note', page.list[0].name && page.list[0].icon !== undefined && page.list[0].isLike === false);
    holds('the one before', page.list[1].id === note && page.list[1].isLike === true && page.list[1].liked === 3);
  },
  'scrolling the feed shows each note once, and ends without data': async () => {
    for (let i = 2; i < notesOfBob; i++) await publish('note ' + i, 'content');
    const seen = [];
    let answer = await feed('alice', '&lastId=' + Date.now());
    while (answer.data) {
      seen.push(...answer.data.list.map(one => one.id));
      holds('an end', seen.length <= notesOfBob);
      answer = await feed('alice', '&lastId=' + answer.data.minTime + '&offset=' + answer.data.offset);
    }
    holds('success', answer.success === true);
    holds('all', seen.length === notesOfBob && new Set(seen).size === notesOfBob && seen.at(-1) === note);
  },
  'a note that bob deletes is in no feed': async () => {
    const newest = (await feed('alice', '&lastId=' + Date.now())).data.list[0].id;
    await data('DELETE', '/blog/' + newest, 'bob');
    const page = (await feed('alice', '&lastId=' + Date.now())).data;
    holds('it is gone', page.list.every(one => one.id !== newest));
  },
  'what alice saw is not unread': async () => {
    holds('none', await get('/blog/of/follow/unread', 'alice') === 0);
    await publish('rice', 'fresh');
    holds('one', await soon('the note', 5000, () => get('/blog/of/follow/unread', 'alice')) === 1);
  },
  'when alice unfollows bob, her feed has none of his notes': async () => {
    await put('/follow/' + ids.bob + '/false', 'alice');
    const answer = await feed('alice', '&lastId=' + Date.now());
    holds('no data', answer.success && answer.data === undefined);
  },
};

const own = {
  'bob sees his own notes page by page, the newest first': async () => {
    const first = await get('/blog/of/me?current=1', 'bob');
    const second = await get('/blog/of/me?current=2', 'bob');
    const third = await get('/blog/of/me?current=3', 'bob');
    const seen = [...first, ...second].map(one => one.id);
    holds('pages', first.length === 10 && second.length === notesOfBob - 10 && third.length === 0);
    holds('each once', new Set(seen).size === notesOfBob && seen.at(-1) === note);
    holds('the newest first', descends([...first, ...second], one => one.createTime));
  },
  'alice edits her profile': async () => {
    await put('/user', 'alice', {nickName: '夜市', icon: '/imgs/icons/default-icon.png'});
    await put('/user/info', 'alice', {city: '杭州', introduce: '爱吃夜宵', gender: true, birthday: '1998-05-20'});
    const me = await get('/user/me', 'alice');
    holds('her card', me.nickName === '夜市' && me.icon === '/imgs/icons/default-icon.png');
    const profile = await get('/user/info/' + ids.alice, 'alice');
    holds('her profile', profile.city === '杭州' && profile.gender === true && profile.birthday === '1998-05-20');
  },
  'alice checks in': async () => {
    await post('/user/sign', 'alice');
    await post('/user/sign', 'alice');
    holds('one day', await get('/user/sign/count', 'alice') === 1);
  },
  'a picture of bob is not for alice to delete': async () => {
    await refused('图片不存在', 'GET', '/upload/blog/delete?name=' + image, 'alice');
    holds('it is there', (await fetch('/imgs' + image, {cache: 'reload'})).status === 200);
  },
  'a deleted picture is gone': async () => {
    await get('/upload/blog/delete?name=/imgs' + image, 'bob');
    holds('404', (await fetch('/imgs' + image, {cache: 'reload'})).status === 404);
  },
  'visitors of the site are counted': async () => {
    await logIn('admin');
    const day = shift => new Date(Date.now() + shift * 86400000).toISOString().slice(0, 10);
    const range = '?from=' + day(-1) + '&to=' + day(1);
    await soon('alice, bob and carol', 20000, async () => {
      const found = await get('/admin/visitors' + range, 'admin');
      return found.visitors >= 3 && found.views >= found.visitors;
    });
    holds('of the shop', (await get('/admin/visitors' + range + '&shop=' + shop, 'admin')).views > 0);
    holds('403', (await send('GET', '/admin/visitors' + range, 'alice')).status === 403);
  },
  'alice logs out': async () => {
    await post('/user/logout', 'alice');
    holds('401', (await send('GET', '/user/me', 'alice')).status === 401);
    holds('hot notes', (await get('/blog/hot?current=1')).length === 10);
  },
};

async function walk() {
  const lines = [];
  for (const page of [home, login, shops, orders, editor, likes, comments, others, follows, own]) {
    for (const [name, step] of Object.entries(page)) {
      let line = 'passed: ' + name;
      try {
        await step();
      } catch (e) {
        line = 'failed: ' + name + ': ' + e.message;
      }
      lines.push(line);
      document.getElementById('steps').append(Object.assign(document.createElement('li'), {textContent: line}));
    }
  }
  return fetch(server + '/report', {method: 'POST', body: lines.join('\n')});
}

void walk();
