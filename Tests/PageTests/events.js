// The text of an event stream, in whatever pieces it comes.
import { parser } from '../../Services/WebGateway/Page/core/events.js';
import { same, test } from './checks.js';

const text = ': heartbeat\n\nevent: geofence.event\nid: 7\ndata: {"a":1}\n\n'
  + 'event: gap\r\ndata: one\r\ndata: two\r\n\r\n';
const events = [
  { event: 'geofence.event', id: '7', data: '{"a":1}' }, { event: 'gap', data: 'one\ntwo' }];

test('an event has its name, number and data; a heartbeat is not an event', () => {
  const heard = [];
  parser((event) => heard.push(event))(text);
  same(heard, events);
});

test('events are the same wherever the stream is cut', () => {
  for (let cut = 1; cut < text.length; cut++) {
    // A line end of two signs that is cut in two is one more empty line, which ends nothing.
    const heard = [];
    const parse = parser((event) => heard.push(event));
    parse(text.slice(0, cut));
    parse(text.slice(cut));
    same(heard.length, 2);
    same(heard[0], events[0]);
  }
});
