// The verdict and the table of options.
import { clock, distance, duration, signed } from './format.js';

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The answer in one sentence, and the numbers behind it. */
export function verdict(plan) {
  const { direct, options, candidates } = plan;
  const best = options.find((option) => option.onTime);
  const arrival = `Without a stop: ${duration(direct.durationSeconds)}, ${distance(direct.distanceMeters)}, `
    + `there at ${clock(direct.arrival)}`;
  const directSentence = direct.onTime
    ? `${arrival}, ${duration(direct.slackSeconds)} before ${clock(plan.deadline)}.`
    : `${arrival}, ${duration(direct.slackSeconds)} after ${clock(plan.deadline)}.`;
  const line = best
    ? element('strong', { className: 'good', textContent:
      `Yes: stop at ${best.venue.name}, leave by ${clock(best.leaveBy)}.` })
    : element('strong', { className: 'bad', textContent: direct.onTime
      ? noStop(candidates, options) : 'No: even the direct drive is late.' });
  const closed = candidates.closed ? `, ${candidates.closed} closed then` : '';
  const counted = `${candidates.considered} shops considered, ${candidates.onTime} on time${closed}.`;
  return [line, element('p', { textContent: directSentence }), element('p', { textContent: counted })];
}

function noStop({ closed, unknown }, options) {
  return options.length === 0 && (closed || unknown)
    ? 'No: no shop on the way is known to be open then.' : 'No: the trip fits, a stop does not.';
}

/** "opens 08:00, wait 6 min", "closes 16:00", "hours unknown"; empty for a shop that stays open. */
function hours({ hours: visit, waitSeconds }) {
  if (!visit) return '';
  const parts = [visit.state === 'unknown' && 'hours unknown',
    visit.opens && `opens ${clock(visit.opens)}, wait ${duration(waitSeconds)}`,
    visit.closes && `closes ${clock(visit.closes)}`].filter(Boolean).join(', ');
  return visit.comment ? `${parts} (${visit.comment})`.trim() : parts;
}

function row(option, index, choose) {
  const name = element('button', { type: 'button', textContent: option.venue.name });
  const address = element('small', { textContent: option.venue.address ?? option.venue.category });
  const slack = element('td', {
    className: option.onTime ? 'good' : 'bad',
    textContent: option.onTime ? `${duration(option.slackSeconds)} early` : `${duration(option.slackSeconds)} late`,
  });
  const cell = (textContent) => element('td', { textContent });
  const opening = element('small', { textContent: hours(option) });
  const made = element('tr', {}, element('td', {}, name, address, opening), cell(signed(option.detourSeconds)),
    cell(clock(option.arrival)), slack, cell(clock(option.leaveBy)));
  made.addEventListener('click', () => choose(index));
  return made;
}

/** The legend of the lines on the map. */
export function legend() {
  const parts = [['direct', 'without a stop'], ['first', 'to the stop'], ['second', 'and on']];
  return element('p', { className: 'legend' }, ...parts.map(([name, textContent]) =>
    element('span', { className: name, textContent })));
}

/** A table of options, moved through by the arrow keys, and a function that marks a row. */
export function optionTable(options, choose) {
  const heads = ['Shop', 'Detour', 'Arrival', 'Slack', 'Leave by'];
  const body = element('tbody', {}, ...options.map((option, index) => row(option, index, choose)));
  const table = element('table', {},
    element('caption', { textContent: 'Detour is driving alone; arrival, slack and leave-by include the stop.' }),
    element('thead', {}, element('tr', {}, ...heads.map((textContent) =>
      element('th', { scope: 'col', textContent })))),
    body);
  const buttons = [...body.querySelectorAll('button')];
  body.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = buttons[buttons.indexOf(document.activeElement) + step];
    if (!step || !next) return;
    event.preventDefault();
    next.focus();
    next.click();
  });
  const mark = (chosen) => [...body.rows].forEach((each, index) => {
    each.toggleAttribute('data-chosen', index === chosen);
    buttons[index].setAttribute('aria-pressed', String(index === chosen));
  });
  return { table, mark };
}
