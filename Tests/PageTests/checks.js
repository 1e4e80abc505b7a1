// Tests of the page's modules that need no stack, run by `PageModuleTests` in one browser page.

const tests = [];

/** A test, named by a sentence; `body` throws, or rejects, where it fails. */
export const test = (name, body) => tests.push({ name, body });

/** Fails unless both are the same as JSON. */
export function same(found, expected) {
  const [a, b] = [found, expected].map((each) => JSON.stringify(each) ?? 'undefined');
  if (a !== b) throw new Error(`${a} in place of ${b}`);
}

/** Runs all tests: `{ count, failures }`, each failure with the name of its test. */
export async function run() {
  const failures = [];
  for (const { name, body } of tests) {
    try {
      await body();
    } catch (error) {
      failures.push(`${name}: ${error.message}`);
    }
  }
  return { count: tests.length, failures };
}
