// Draws a trip: the direct drive, the legs of the chosen ways, the walks dotted.
import { decode, lineFeature, position } from '../core/geometry.js';

/** How many stops have their number on a phone's map; the others are dots there. */
const numbered = 3;
/** Around a fitted trip, in pixels: a marker is as high; a phone has no room for more. */
const margin = window.innerWidth < 900 ? 36 : 52;
const layer = 'trip';

/** What is drawn of legs, in these roles in turn, and of the walks between them. */
export const linesOf = ({ legs, walks = [] }, ...roles) => [
  ...legs.map(({ geometry }, index) => lineFeature(decode(geometry),
    { role: roles[index % roles.length] })),
  ...walks.filter(Boolean).map(({ line }) => lineFeature(decode(line), { role: 'walk' }))];

/** The marks of both ends of a way. */
export const endMarks = ({ origin, destination }, letters = 'AB',
  [start, end] = ['Start', 'Destination']) => [
  { coordinate: origin.coordinate, text: letters[0], kind: 'end',
    label: `${start}: ${origin.label}` },
  { coordinate: destination.coordinate, text: letters[1], kind: 'end',
    label: `${end}: ${destination.label}` }];

/**
 * The marks of the stops that there is a choice of; `choose` is called with the index of a clicked
 * one.
 */
export const stopMarks = (venues, chosen, choose) => venues.map((venue, index) => ({
  coordinate: venue.coordinate, text: index + 1, label: venue.name, onClick: () => choose(index),
  kind: index === chosen ? 'venue chosen' : index < numbered ? 'venue' : 'venue minor',
}));

export class TripMap {
  #map;

  constructor(map) { this.#map = map; }

  clear() { this.show({ lines: [], marks: [] }); }

  /**
   * Shows lines and marks. The first of an answer are fitted, of others the stops are brought into
   * view.
   */
  show({ lines, marks }, { isFirst = false } = {}) {
    this.#map.draw(layer, lines);
    this.#map.mark(layer, marks);
    if (isFirst) {
      const seen = marks.filter(({ kind }) => kind !== 'venue minor')
        .map(({ coordinate }) => position(coordinate));
      this.#map.fit([...lines.flatMap(({ geometry }) => geometry.coordinates), ...seen],
        { margin });
    } else for (const each of marks.filter(({ kind }) =>
      kind === 'venue chosen')) this.#map.reveal(each.coordinate);
  }
}
