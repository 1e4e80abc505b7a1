// What of the map is covered by the sheet, the bars and the map's own buttons, in pixels on each
// side.

/** What may lie over the map. */
const covers = '#sheet, #search, #banner, #map .locator, #map .maplibregl-ctrl-group';
/** A map of fewer pixels shows nothing: what covers so much of it is not counted. */
const least = 60;

/**
 * The room that a fitted box needs on each side of `element`, with a margin: what covers a part of
 * it is kept clear at the side where that costs least.
 */
export function insets(element, margin = 40) {
  const map = element.getBoundingClientRect();
  const room = { top: 0, bottom: 0, left: 0, right: 0 };
  for (const cover of document.querySelectorAll(covers)) {
    const { width, top, bottom, left, right } = cover.getBoundingClientRect();
    const isOver = width > 0 && top < map.bottom && bottom > map.top && left < map.right
      && right > map.left;
    if (!isOver) continue;
    const lengths = { top: bottom - map.top, bottom: map.bottom - top, left: right - map.left,
      right: map.right - left };
    const share = (side) => lengths[side]
      / (side === 'top' || side === 'bottom' ? map.height : map.width);
    const [side] = Object.keys(lengths).toSorted((a, b) => share(a) - share(b));
    room[side] = Math.max(room[side], lengths[side]);
  }
  const isFull = room.top + room.bottom + 2 * margin > map.height - least
    || room.left + room.right + 2 * margin > map.width - least;
  return Object.fromEntries(Object.entries(room)
    .map(([side, length]) => [side, margin + (isFull ? 0 : length)]));
}
