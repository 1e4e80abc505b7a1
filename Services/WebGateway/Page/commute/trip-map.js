// Draws a trip: the direct drive, the legs of the chosen option, the walk to the door dotted.
import { decode, lineFeature, metersBetween, position } from '../core/geometry.js';

/** From the end of a drive to a door: nearer than this the line ends at the door. */
const leastWalkMeters = 8;

const coordinate = ([longitude, latitude]) => ({ latitude, longitude });

/** The walk between the road and a door: what the planner found, else straight. */
function walk(end, door, geometry) {
  if (geometry) return [lineFeature(decode(geometry), { role: 'walk' })];
  if (!end || metersBetween(coordinate(end), door) < leastWalkMeters) return [];
  return [lineFeature([end, position(door)], { role: 'walk' })];
}

export class TripMap {
  #map;
  #hasFitted = false;

  constructor(map) { this.#map = map; }

  clear() {
    this.#hasFitted = false;
    for (const layer of ['a-direct', 'b-trip']) this.#map.draw(layer, []);
    for (const layer of ['ends', 'options']) this.#map.mark(layer, []);
  }

  /** Shows the direct drive, and fits it once: the user's zoom is kept after. */
  showDirect(direct) {
    const line = decode(direct.geometry);
    this.#map.draw('a-direct', [lineFeature(line, { role: 'direct' })]);
    if (this.#hasFitted) return;
    this.#hasFitted = true;
    this.#map.fit(line);
  }

  /** Shows both ends and the stops; `choose` is called with the index of a clicked one. */
  showPlan(plan, choose) {
    this.showDirect(plan.direct);
    this.#map.mark('ends', [
      { coordinate: plan.origin.coordinate, text: 'A', kind: 'end', label: `Start: ${plan.origin.label}` },
      { coordinate: plan.destination.coordinate, text: 'B', kind: 'end', label: `Destination: ${plan.destination.label}` }]);
    this.showOptions(plan.options, choose);
  }

  showOptions(options, choose, chosen) {
    this.#map.mark('options', options.map(({ venue }, index) => ({
      coordinate: venue.coordinate, text: index + 1, kind: index === chosen ? 'venue chosen' : 'venue', label: venue.name,
      onClick: () => choose(index),
    })));
  }

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
    this.#map.reveal(door);
    return undefined;
  }
}
