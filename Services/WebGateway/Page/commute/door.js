// The door Commute: one stop on the way, a few errands, or where two people meet.
import { anyOf } from '../core/signals.js';
import { errands } from './errands.js';
import { kindOf } from './kind-bar.js';
import { meeting } from './meeting.js';
import { oneStop } from './one-stop.js';
import { Trip } from './trip.js';

const kinds = { '': oneStop, errands, meet: meeting };

export async function open(view) {
  let shown;
  async function show(parameters) {
    const kind = kindOf(parameters);
    if (shown?.kind !== kind) {
      shown?.leaving.abort();
      const leaving = new AbortController();
      const signal = anyOf(leaving.signal, view.signal);
      view.map.clear();
      shown = { kind, leaving, trip: new Trip({ ...view, signal }, kinds[kind]) };
    }
    await shown.trip.show(parameters);
  }
  await show(view.parameters);
  return { update: show };
}
