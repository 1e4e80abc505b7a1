// Draws a trip: the direct drive, the legs of the chosen ways, the walks dotted.
import { nameOf } from '../core/format.js';
import { decode, lineFeature, position } from '../core/geometry.js';
import { t } from '../core/words.js';

/** How many stops have their number on a phone's map; the others are dots there. */
const numbered = 3;
/** Around a fitted trip, in pixels: a marker is as high; a phone has no room for more. */
const margin = window.innerWidth < 600 ? 36 : 52;
const layer = 'trip';

/** What is drawn of legs, in these roles in turn, and of the walks between them. */
export const linesOf = ({ legs, walks = [] }, ...roles) => [
  ...legs.map(({ geometry }, index) => lineFeature(decode(geometry),
    { role: roles[index % roles.length] })),
  ...walks.filter(Boolean).map(({ line }) => lineFeature(decode(line), { role: 'walk' }))];

/** The marks of both ends of a way. */
export const endMarks = ({ origin, destination }, letters = 'AB',
  [start, end] = [t('Start'), t('Destination')], kind = 'end') => [
  { coordinate: origin.coordinate, text: letters[0], kind, label: `${start}: ${origin.label}` },
  { coordinate: destination.coordinate, text: letters[1], kind,
    label: `${end}: ${destination.label}` }];

/**
 * The marks of the stops that there is a choice of; `choose` is called with the index of a clicked
 * one.
 */
export const stopMarks = (venues, chosen, choose) => venues.map((venue, index) => ({
  coordinate: venue.coordinate, text: venue.number ?? index + 1,
  label: `${venue.number ?? index + 1}. ${nameOf(venue)}`, onClick: () => choose(index),
  kind: index === chosen ? 'venue chosen' : index < numbered ? 'venue' : 'venue minor',
}));

/** Shows a picture, lines and marks, and brings them into view. */
export function showTrip(map, { lines = [], marks = [] } = {}) {
  map.draw(layer, lines);
  map.mark(layer, marks);
  const seen = marks.filter(({ kind }) => kind !== 'venue minor')
    .map(({ coordinate }) => position(coordinate));
  return map.fit([...lines.flatMap(({ geometry }) => geometry.coordinates), ...seen], { margin });
}
