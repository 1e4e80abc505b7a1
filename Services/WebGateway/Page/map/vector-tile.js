// Reads vector tiles: the parts of the format that a plain drawing needs.
// Source: Mapbox Vector Tile Specification 2.1; Protocol Buffers encoding.

class Reader {
  constructor(bytes, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** An unsigned number, exact up to 2^53. */
  varint() {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) * scale;
      if (byte < 0x80 || this.at >= this.end) return value;
      scale *= 128;
    }
  }

  /** The bytes of a field, as a reader of their own. */
  part() {
    const length = this.varint();
    const part = new Reader(this.bytes, this.at, Math.min(this.at + length, this.end));
    this.at += length;
    return part;
  }

  text() { return new TextDecoder().decode(this.bytes.subarray(this.at, this.end)); }

  /** Calls `body` with the number and wire type of each field; skips those it does not read. */
  fields(body) {
    while (this.at < this.end) {
      const key = this.varint();
      const [field, type] = [key >> 3, key & 7];
      const before = this.at;
      body(field, type);
      if (this.at !== before) continue;
      if (type === 0) this.varint();
      else if (type === 1) this.at += 8;
      else if (type === 2) this.part();
      else if (type === 5) this.at += 4;
      else throw new Error(`A vector tile with wire type ${type} cannot be read.`);
    }
  }
}

function value(reader) {
  let found;
  reader.fields((field, type) => {
    if (field === 1) found = reader.part().text();
    else if (type === 0) found = reader.varint();
  });
  return found;
}

/** Lines of points in tile units, from commands and zigzag-coded steps. */
function geometry(reader) {
  const lines = [];
  let [x, y] = [0, 0];
  const step = () => {
    const number = reader.varint();
    return number % 2 ? -(number + 1) / 2 : number / 2;
  };
  while (reader.at < reader.end) {
    const command = reader.varint();
    const [kind, count] = [command & 7, command >> 3];
    if (kind === 7) lines.at(-1)?.push(lines.at(-1)[0]);
    else {
      for (let index = 0; index < count && reader.at < reader.end; index++) {
        x += step();
        y += step();
        if (kind === 1) lines.push([[x, y]]);
        else lines.at(-1)?.push([x, y]);
      }
    }
  }
  return lines;
}

function readFeature(reader, keys, values) {
  const made = { type: 0, properties: {}, lines: [] };
  reader.fields((field) => {
    if (field === 2) {
      const tags = reader.part();
      while (tags.at < tags.end) {
        const key = keys[tags.varint()];
        made.properties[key] = values[tags.varint()];
      }
    } else if (field === 3) made.type = reader.varint();
    else if (field === 4) made.lines = geometry(reader.part());
  });
  return made;
}

function readLayer(reader) {
  const layer = { name: '', extent: 4096, features: [] };
  const [keys, values, parts] = [[], [], []];
  reader.fields((field) => {
    if (field === 1) layer.name = reader.part().text();
    else if (field === 2) parts.push(reader.part());
    else if (field === 3) keys.push(reader.part().text());
    else if (field === 4) values.push(value(reader.part()));
    else if (field === 5) layer.extent = reader.varint();
  });
  layer.features = parts.map((part) => readFeature(part, keys, values));
  return layer;
}

/** The layers of a tile by name: `{ extent, features: [{ type, properties, lines }] }`. */
export function readTile(bytes) {
  const layers = new Map();
  const reader = new Reader(bytes);
  reader.fields((field) => {
    if (field !== 3) return;
    const layer = readLayer(reader.part());
    layers.set(layer.name, layer);
  });
  return layers;
}
