// Who uses the page, and what is shown to whom.
import { displayName, learnCaller, user } from '../../Services/WebGateway/Page/core/session.js';
import { failure } from '../../Services/WebGateway/Page/core/state-lines.js';
import { use } from '../../Services/WebGateway/Page/core/words.js';
import { same, test } from './checks.js';

/** Runs `body` as the gateway's caller, with a name that this browser keeps; none is restored. */
async function as(caller, name, body) {
  const [fetched, kept] = [window.fetch, localStorage.getItem('quickbrew.user')];
  const learn = (reply) => {
    window.fetch = async () => new Response(JSON.stringify(reply));
    return learnCaller();
  };
  try {
    if (name) localStorage.setItem('quickbrew.user', name);
    else localStorage.removeItem('quickbrew.user');
    await learn(caller);
    await body();
  } finally {
    await learn({});
    window.fetch = fetched;
    if (kept) localStorage.setItem('quickbrew.user', kept);
    else localStorage.removeItem('quickbrew.user');
    use({});
  }
}

test('a name that nobody has chosen is shown as a guest in the language of the page', async () => {
  await as({}, undefined, () => {
    same(/^guest-[0-9a-f]{6}$/.test(user()), true);
    same(displayName(), 'Guest');
    use({ Guest: 'Vieras' });
    same(displayName(), 'Vieras');
  });
  await as({ user: 'guest-0123456789abcdef', isGuest: true }, undefined,
    () => same(displayName(), 'Guest'));
  await as({}, 'ada', () => same(displayName(), 'ada'));
  // A name that somebody has chosen, although it begins like one of ours.
  await as({}, 'guest-list', () => same(displayName(), 'guest-list'));
  await as({ user: 'ann' }, undefined, () => same(displayName(), 'ann'));
});

test('what a service says of a failure is for whoever runs the stack', async () => {
  const shown = () => failure({ message: 'No way.', detail: 'edge 7' }).textContent;
  for (const scope of ['read', 'write'])
    await as({ scope }, 'ada', () => same(shown(), 'No way.'));
  for (const caller of [{ scope: 'admin' }, {}])
    await as(caller, 'ada', () => same(shown(), 'No way.Detailsedge 7'));
});

test('an answer whose body does not come in time keeps no page from beginning', async () => {
  await as({ user: 'ann' }, undefined, async () => {
    window.fetch = async () => new Response(new ReadableStream({
      start: (body) => body.error(new DOMException('signal timed out', 'TimeoutError')),
    }));
    await learnCaller();
    same(user(), 'ann');
  });
});
