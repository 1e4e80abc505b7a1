// A button that asks for a place on the map.
import { h } from './dom.js';
import { anyOf } from './signals.js';

/**
 * `onPick` is called with the coordinate of the next click on the map, which `words` ask for.
 * Pressed again, the button asks no more.
 */
export function pickButton(view, { words, onPick, ...attributes }, ...content) {
  let picking;
  const pick = async () => {
    if (picking) return picking.abort();
    picking = new AbortController();
    button.ariaPressed = 'true';
    view.sheet.lower();
    const coordinate = await view.map.pick(words, anyOf(picking.signal, view.signal));
    picking = undefined;
    button.ariaPressed = 'false';
    view.sheet.raise();
    return coordinate && onPick(coordinate);
  };
  const button = h('button', { 'aria-pressed': 'false', onclick: pick,
    ...attributes }, content);
  return button;
}
