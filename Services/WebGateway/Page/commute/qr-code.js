// Encodes text as a QR code: byte mode, error correction level L, versions 1 to 20.
// Source: ISO/IEC 18004:2015.

/** Error-correction bytes of each block, and the number of blocks, by version (table 9, level L). */
const correction = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const blocks = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const maximumVersion = 20;

/** Multiplies in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

function generator(degree) {
  const result = [...new Array(degree - 1).fill(0), 1];
  let root = 1;
  for (let round = 0; round < degree; round++) {
    for (let index = 0; index < degree; index++) {
      result[index] = multiply(result[index], root) ^ (result[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data, divisor) {
  const result = new Array(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ result.shift();
    result.push(0);
    divisor.forEach((each, index) => { result[index] ^= multiply(each, factor); });
  }
  return result;
}

/** All modules that carry data, in bits. */
function capacity(version) {
  const size = version * 4 + 17;
  let bits = size * size - 3 * 64 - 31 - (size - 16) * 2;
  if (version > 1) {
    const count = Math.floor(version / 7) + 2;
    bits -= (count * count - 3) * 25 - (count - 2) * 2 * 5;
  }
  return version >= 7 ? bits - 36 : bits;
}

const dataBytes = (version) => (capacity(version) >> 3) - correction[version] * blocks[version];

function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const header = (version) => (version < 10 ? 2 : 3);
  let version = 1;
  while (version <= maximumVersion && dataBytes(version) < bytes.length + header(version)) version++;
  if (version > maximumVersion) throw new Error('The text is too long for a QR code.');
  const bits = [];
  const put = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  const total = dataBytes(version) * 8;
  put(0, Math.min(4, total - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < total; pad ^= 0xec ^ 0x11) put(pad, 8);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) data.push(parseInt(bits.slice(at, at + 8).join(''), 2));
  return { version, data };
}

/** Splits into blocks, appends error correction, interleaves. */
function protect({ version, data }) {
  const count = blocks[version];
  const total = capacity(version) >> 3;
  const shortLength = Math.floor(total / count) - correction[version];
  const longCount = total % count;
  const divisor = generator(correction[version]);
  const parts = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const length = shortLength + (index < count - longCount ? 0 : 1);
    const part = data.slice(at, at += length);
    parts.push({ part, check: remainder(part, divisor) });
  }
  const result = [];
  for (let index = 0; index <= shortLength; index++) {
    for (const { part } of parts) if (index < part.length) result.push(part[index]);
  }
  for (let index = 0; index < correction[version]; index++) {
    for (const { check } of parts) result.push(check[index]);
  }
  return result;
}

function alignment(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const size = version * 4 + 17;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()];
}

/** A BCH code: the value followed by its remainder. */
function withCheck(value, generatorBits, length) {
  let rest = value;
  const top = 1 << length;
  for (let index = 0; index < length; index++) rest = (rest << 1) ^ ((rest & (top >> 1)) ? generatorBits : 0);
  return (value << length) | (rest & (top - 1));
}

class Grid {
  constructor(version) {
    this.size = version * 4 + 17;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    for (let at = 0; at < this.size; at++) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    for (const [x, y] of [[3, 3], [this.size - 4, 3], [3, this.size - 4]]) this.rings(x, y, 4, [2, 4]);
    const places = alignment(version);
    const last = places.length - 1;
    places.forEach((x, i) => places.forEach((y, j) => {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
      if (!isFinder) this.rings(x, y, 2, [1]);
    }));
    this.format(0);
    if (version >= 7) this.versionBits(withCheck(version, 0x1f25, 12));
  }

  set(x, y, isDark) {
    this.dark[y][x] = isDark;
    this.fixed[y][x] = true;
  }

  /** A square of rings, light at the distances `light`. */
  rings(x, y, radius, light) {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        const inside = x + dx >= 0 && x + dx < this.size && y + dy >= 0 && y + dy < this.size;
        if (inside) this.set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  /** Level L is 01; the result is masked by 101010000010010. */
  format(mask) {
    const bits = withCheck((1 << 3) | mask, 0x537, 10) ^ 0x5412;
    const bit = (index) => ((bits >> index) & 1) === 1;
    for (let index = 0; index < 6; index++) this.set(8, index, bit(index));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let index = 9; index < 15; index++) this.set(14 - index, 8, bit(index));
    for (let index = 0; index < 8; index++) this.set(this.size - 1 - index, 8, bit(index));
    for (let index = 8; index < 15; index++) this.set(8, this.size - 15 + index, bit(index));
    this.set(8, this.size - 8, true);
  }

  versionBits(bits) {
    for (let index = 0; index < 18; index++) {
      const isDark = ((bits >> index) & 1) === 1;
      const [a, b] = [this.size - 11 + (index % 3), Math.floor(index / 3)];
      this.set(a, b, isDark);
      this.set(b, a, isDark);
    }
  }

  /** Fills the free modules from the right, in columns of two, masked by (x + y) mod 2. */
  fill(data) {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          const bit = at < data.length * 8 && ((data[at >> 3] >> (7 - (at & 7))) & 1) === 1;
          this.dark[y][x] = bit !== ((x + y) % 2 === 0);
          at++;
        }
      }
    }
  }
}

/** The rows of a QR code, `true` for dark. Always mask 0: any reader takes it. */
export function qrCode(text) {
  const encoded = encode(text);
  const grid = new Grid(encoded.version);
  grid.fill(protect(encoded));
  return grid.dark;
}
