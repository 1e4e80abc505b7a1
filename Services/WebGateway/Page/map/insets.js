// What of the map is covered by the sheet and the bars, in pixels on each side.

/** The room that a fitted box needs on each side of `element`, with a margin. */
export function insets(element, margin = 40) {
  const map = element.getBoundingClientRect();
  const sheet = document.getElementById('sheet')?.getBoundingClientRect();
  const search = document.getElementById('search')?.getBoundingClientRect();
  const room = { top: margin, bottom: margin, left: margin, right: margin };
  if (sheet && sheet.left <= map.left && sheet.right >= map.right && sheet.top > map.top) {
    room.bottom += Math.max(0, map.bottom - sheet.top);
  }
  if (search && search.bottom > map.top && search.right > map.left) {
    room.top += Math.max(0, search.bottom - map.top);
  }
  // A sheet over all of the map leaves no room: then fit as if it were not there.
  const isFull = room.top + room.bottom > map.height - 60;
  return isFull ? { top: margin, bottom: margin, left: margin, right: margin } : room;
}
