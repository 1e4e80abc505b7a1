// The dialog of the user: their name, and a token where the gateway asks for one.
import { h } from './dom.js';
import { keepUsual, usual } from './usual.js';
import { flawOf, setToken, setUser, token, user } from './session.js';

/** Opens the dialog; `reason` says why it opens by itself. */
export function openAccount(dialog, reason) {
  const state = h('p', { class: 'field-note', role: 'status' }, reason);
  const name = h('input', { id: 'user-name', value: user(), maxlength: 40, autocomplete: 'nickname',
    required: true });
  const places = Object.fromEntries(['home', 'work'].map((each) => [each, h('input', {
    id: `user-${each}`, value: usual()[each] ?? '', maxlength: 200, placeholder: 'address or place',
    autocomplete: 'off',
  })]));
  const key = h('input', { id: 'user-token', type: 'password', value: token(),
    autocomplete: 'off' });
  const save = (event) => {
    event.preventDefault();
    const flaw = flawOf(name.value.trim());
    if (flaw) {
      state.textContent = flaw;
      state.dataset.kind = 'bad';
      return;
    }
    setToken(key.value.trim());
    dialog.close();
    if (name.value.trim() !== user()) setUser(name.value.trim());
    keepUsual(Object.fromEntries(Object.entries(places)
      .map(([each, { value }]) => [each, value.trim()])));
    // What was refused without the token is asked for again, the map's extent first.
    if (reason) location.reload();
  };
  dialog.replaceChildren(h('form', { onsubmit: save },
    h('h2', { id: 'account-title' }, 'Who are you?'),
    h('p', { class: 'soft' }, 'Your hearts, pins, notes and positions belong to this name. ',
      'This browser keeps it; QuickBrew keeps home and work.'),
    h('label', { for: 'user-name' }, 'Name'), name,
    h('label', { for: 'user-home' }, 'Home'), places.home, h('label', { for: 'user-work' }, 'Work'),
    places.work,
    h('details', { open: Boolean(reason) || Boolean(token()) }, h('summary', {}, 'Token'),
      h('label', { for: 'user-token' }, 'Only where this QuickBrew asks for one'), key),
    state, h('p', {}, h('a', { href: '/system', onclick: () => dialog.close() },
      'System: what runs, and live traffic')),
    h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'go' }, 'Save'),
      h('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'))));
  if (!dialog.open) dialog.showModal();
  name.select();
}
