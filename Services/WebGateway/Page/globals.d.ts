// What the page has and the library of TypeScript 4.8 does not know.
declare const maplibregl: any;

interface Window {
  maplibregl?: any;
}

interface MapConstructor {
  groupBy<Key, Value>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]>;
}

interface Array<T> {
  toSorted(compare?: (a: T, b: T) => number): T[];
}
