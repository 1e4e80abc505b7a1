// The sheet on a phone: half of the screen, all of it, or just its head; a button and a drag move
// it.

const heights = ['peek', 'half', 'full'];
const leastDrag = 24;

export class Sheet {
  #sheet;
  #handle;
  #before;

  constructor(sheet, handle) {
    this.#sheet = sheet;
    this.#handle = handle;
    this.set('half');
    handle.addEventListener('click', () => {
      if (this.#dragged) return;
      this.set(this.height === 'full' ? 'half' : 'full');
    });
    handle.addEventListener('pointerdown', (event) => this.#drag(event));
    handle.addEventListener('keydown', (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      this.#step(step);
    });
  }

  #dragged = false;

  get height() { return this.#sheet.dataset.height; }

  set(height) {
    this.#sheet.dataset.height = height;
    this.#handle.setAttribute('aria-expanded', String(height === 'full'));
  }

  #step(by) {
    this.set(heights[Math.max(0, Math.min(heights.length - 1, heights.indexOf(this.height) + by))]);
  }

  #drag(start) {
    this.#dragged = false;
    this.#handle.setPointerCapture(start.pointerId);
    const end = (event) => {
      this.#handle.removeEventListener('pointerup', end);
      const moved = start.clientY - event.clientY;
      if (Math.abs(moved) < leastDrag) return;
      this.#dragged = true;
      this.#step(moved > 0 ? 1 : -1);
      // The click that follows the drag is part of it.
      setTimeout(() => { this.#dragged = false; }, 0);
    };
    this.#handle.addEventListener('pointerup', end);
  }

  /** Out of the way while a place is picked on the map. */
  lower() {
    this.#before = this.height;
    this.set('peek');
  }

  /** Back to where it was. */
  raise() {
    if (this.height === 'peek') this.set(this.#before === 'full' ? 'full' : 'half');
  }
}
