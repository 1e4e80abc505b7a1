// The start of the page: its words first, because all else says some.
import { language, loadWords } from './core/words.js';

await loadWords(new URL(`words-${language}.json`, import.meta.url));
await import('./page.js');
