// Draws a trip: the direct drive, the legs of the chosen option, the walk to the door dotted.
import { decode, lineFeature, metersBetween, position } from '../core/geometry.js';

/** From the end of a drive to a door: nearer than this the line ends at the door. */
const leastWalkMeters = 8;
/** How many stops have their number on a phone's map; the others are dots there. */
const numbered = 3;
/** Around a fitted trip, in pixels: a marker is as high; a phone has no room for more. */
const margin = window.innerWidth < 900 ? 36 : 52;

const coordinate = ([longitude, latitude]) => ({ latitude, longitude });

/** The walk between the road and a door: what the planner found, else straight. */
function walk(end, door, geometry) {
  if (geometry) return [lineFeature(decode(geometry), { role: 'walk' })];
  if (!end || metersBetween(coordinate(end), door) < leastWalkMeters) return [];
  return [lineFeature([end, position(door)], { role: 'walk' })];
}

export class TripMap {
  #map;

  constructor(map) { this.#map = map; }

  clear() {
    for (const layer of ['a-direct', 'b-trip']) this.#map.draw(layer, []);
    for (const layer of ['ends', 'options']) this.#map.mark(layer, []);
  }

  /** Shows the direct drive, and fits it. */
  showDirect(direct) {
    const line = decode(direct.geometry);
    this.#map.draw('a-direct', [lineFeature(line, { role: 'direct' })]);
    this.#map.fit(line, { margin });
  }

  /**
   * Shows both ends and the stops, and fits them once: the user's zoom is kept after. `choose` is
   * called with the index of a clicked stop.
   */
  showPlan(plan, choose) {
    const line = decode(plan.direct.geometry);
    this.#map.draw('a-direct', [lineFeature(line, { role: 'direct' })]);
    const shown = [plan.origin, plan.destination, ...plan.options.slice(0, 3).map(({ venue }) => venue)];
    this.#map.fit([...line, ...shown.map(({ coordinate: at }) => position(at))], { margin });
    this.#map.mark('ends', [
      { coordinate: plan.origin.coordinate, text: 'A', kind: 'end', label: `Start: ${plan.origin.label}` },
      { coordinate: plan.destination.coordinate, text: 'B', kind: 'end', label: `Destination: ${plan.destination.label}` }]);
    this.showOptions(plan.options, choose);
  }

  showOptions(options, choose, chosen) {
    const kind = (index) => (index === chosen ? 'venue chosen' : index < numbered ? 'venue' : 'venue minor');
    this.#map.mark('options', options.map(({ venue }, index) => ({
      coordinate: venue.coordinate, text: index + 1, kind: kind(index), label: venue.name,
      onClick: () => choose(index),
    })));
  }

  /**
   * Shows a trip of several parts: `lines` with their roles, `walks`, `marks`. The first of an answer
   * is fitted, of another the stops are brought into view.
   */
  showParts({ lines, walks, marks }, { isFirst }) {
    this.#map.draw('b-trip', [...lines.map(({ line, role }) => lineFeature(line, { role })),
      ...walks.map((line) => lineFeature(line, { role: 'walk' }))]);
    this.#map.mark('ends', marks);
    if (isFirst) this.#map.fit([...lines.flatMap(({ line }) => line), ...marks.map((each) => position(each.coordinate))], { margin });
    else for (const each of marks.filter(({ kind }) => kind === 'venue chosen')) this.#map.reveal(each.coordinate);
  }

  /** Brings a stop into view. */
  reveal({ venue }) { this.#map.reveal(venue.coordinate); }

  /** Shows the two legs of an option; without one the direct drive alone. */
  showChoice(option, plan) {
    if (!option) return this.#map.draw('b-trip', []);
    const [first, second] = [decode(option.toStop.geometry), decode(option.toDestination.geometry)];
    const door = option.venue.coordinate;
    this.#map.draw('b-trip', [
      lineFeature(first, { role: 'first' }), lineFeature(second, { role: 'second' }),
      ...walk(first.at(-1), door, option.toStop.walkGeometry), ...walk(second[0], door, option.toDestination.walkGeometry),
      ...walk(second.at(-1), plan.destination.coordinate), ...walk(first[0], plan.origin.coordinate),
    ]);
    return undefined;
  }
}
