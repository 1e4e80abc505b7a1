// A text field with a list beneath of what its text may mean. Source: W3C ARIA, "Combobox Pattern".
import { h } from './dom.js';

/**
 * The row of a place that the geocoder offers.
 * @param {{ label: string, coordinate?: object, accuracy?: string }} place
 */
export function placeRow({ label, coordinate, accuracy }) {
  const [title, ...rest] = label.split(', ');
  return { kind: 'place', title, detail: rest.join(', ') || accuracy, coordinate, label };
}

/**
 * Shows rows `{ kind, title, detail }` in `list`; `onChoose` is called with the one that is
 * clicked, or chosen by the arrow keys and Enter. A row of the kind `note` cannot be chosen, and
 * stands alone.
 */
export class Combobox {
  #input;
  #list;
  #onChoose;
  #rows = [];
  #active = -1;

  constructor(input, list, onChoose) {
    [this.#input, this.#list, this.#onChoose] = [input, list, onChoose];
    input.addEventListener('keydown', (event) => this.#key(event));
    // After the click that took the focus away, which may be on a row.
    input.addEventListener('blur', () => setTimeout(() => this.close(), 150));
  }

  get first() { return this.#rows[0]; }

  show(rows) {
    this.#rows = rows.filter(({ kind }) => kind !== 'note');
    this.#active = -1;
    this.#list.replaceChildren(...rows.map((row, index) => h('li', {
      role: 'option', id: `${this.#list.id}-${index}`, class: row.kind, 'aria-selected': 'false',
      'aria-disabled': row.kind === 'note' && 'true',
      onmousedown: (event) => {
        event.preventDefault();
        if (row.kind !== 'note') this.choose(row);
      },
    }, h('strong', {}, row.title), row.detail && h('small', {}, row.detail))));
    if (rows.length > 0) this.open();
    else this.close();
  }

  open() {
    this.#list.hidden = false;
    this.#input.setAttribute('aria-expanded', 'true');
  }

  close() {
    this.#list.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
  }

  choose(row) {
    this.close();
    this.#onChoose(row);
  }

  #key(event) {
    if (event.key === 'Escape') return this.close();
    if (this.#list.hidden || this.#rows.length === 0) return undefined;
    if (event.key === 'Enter' && this.#active >= 0) {
      event.preventDefault();
      return this.choose(this.#rows[this.#active]);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return undefined;
    event.preventDefault();
    const size = this.#rows.length;
    this.#active = (this.#active + step + size + (this.#active < 0 && step < 0 ? 1 : 0)) % size;
    [...this.#list.children].forEach((item, index) =>
      item.setAttribute('aria-selected', String(index === this.#active)));
    const item = this.#list.children[this.#active];
    this.#input.setAttribute('aria-activedescendant', item.id);
    item.scrollIntoView({ block: 'nearest' });
  }
}
