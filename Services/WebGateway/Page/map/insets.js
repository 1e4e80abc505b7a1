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
    const box = cover.getBoundingClientRect();
    const lengths = { top: box.bottom - map.top, bottom: map.bottom - box.top,
      left: box.right - map.left, right: map.right - box.left };
    if (box.width === 0 || Object.values(lengths).some((each) => each <= 0)) continue;
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
