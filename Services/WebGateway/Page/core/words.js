// The page's words in the language of whoever reads it. A sentence is written in English where it
// is said; the catalogue of another language, `words/de.json`, has its translation by that. Nothing
// else of the page is evaluated before `loadWords`, so tables of words may be constants.
import { keep, kept, setting } from './store.js';

/** The languages of the page by their own names; English needs no catalogue. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español',
  pt: 'Português', fi: 'Suomi', ru: 'Русский', ja: '日本語' };

const key = 'quickbrew.words';
/** As the page was opened; its doors change the address. */
const named = new URLSearchParams(location.search).get('lang');
if (named) sessionStorage.setItem(key, named);

const base = (tag) => tag.split('-')[0];
/** Most wanted first: chosen in the settings, named by a link, then those of the browser. */
const wanted = [setting('language'), sessionStorage.getItem(key), ...navigator.languages]
  .filter((tag) => /^[a-z]{2}(-\w{2,8})*$/i.test(tag ?? '') && languages[base(tag)]);
const first = wanted[0] ?? 'en-GB';

export const language = base(first);

/** The script that a language is written in, by ISO 15924 and the likely subtags of the CLDR. */
export const scriptOf = (tag) => new Intl.Locale(tag).maximize().script;

/** The scripts of a language that is written in several, by ISO 15924. */
const parts = { Jpan: ['Hira', 'Kana', 'Hani'], Kore: ['Hang', 'Hani'], Hans: ['Hani'],
  Hant: ['Hani'] };

/** Whether who reads a language reads any letter of a text, Latin ones too, or it has none. */
export function reads(tag, text) {
  const script = scriptOf(tag);
  return !/\p{L}/u.test(text) || ['Latn', ...parts[script] ?? [script]]
    .some((each) => new RegExp(`\\p{Script=${each}}`, 'u').test(text));
}

/** How numbers, times and days are written: as in the browser's region of that language. */
export const locale = wanted.find((tag) => base(tag) === language && tag.includes('-'))
  ?? (language === 'en' ? 'en-GB' : first);

/** Android's pseudo-language: longer, accented, bracketed; it shows what was forgotten. */
const isPseudo = first === 'en-XA';
const accents = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ü' };
const stretched = (text) => `⟦${text.replace(/\{\w+\}|[aeiou]/g, (sign) => accents[sign] ?? sign)}${
  ' ~~'.repeat(Math.ceil(text.length / 12))}⟧`;

const rules = new Intl.PluralRules(language);
/** @type {Record<string, any>} */
let catalogue = {};

/** Loads the catalogue from an address; the one that this browser has kept if nobody answers. */
export async function loadWords(address) {
  document.documentElement.lang = language;
  if (language === 'en') return;
  try {
    use(await (await fetch(address)).json());
    keep(key, { language, catalogue });
  } catch {
    if (kept(key)?.language === language) use(kept(key).catalogue);
  }
}

/** Has the page this catalogue. */
export function use(words) { catalogue = words; }

const hole = /\{(\w+)\}/;
const found = (text) => (isPseudo ? stretched(text) : catalogue[text] ?? text);
const fill = (text, holes) => text.split(hole)
  .map((part, index) => (index % 2 ? holes[part] : part));

/** A sentence in the language of the page, its `{holes}` filled. */
export const t = (text, holes = {}) => fill(found(text), holes).join('');

/** The same with elements in its holes: a list of texts and elements. */
export const rich = (text, holes) => fill(found(text), holes);

/** A sentence about a number, `{n}`; a catalogue has its forms by the English one of many. */
export function plural(n, one, many, holes = {}) {
  const forms = catalogue[many];
  const form = forms?.[rules.select(n)] ?? forms?.other ?? found(n === 1 ? one : many);
  return fill(form, { n: n.toLocaleString(locale), ...holes }).join('');
}

/** Translates what the document itself says. */
export function translateDocument() {
  for (const element of document.querySelectorAll('[aria-label], [placeholder], .skip, .loading')) {
    for (const name of ['aria-label', 'placeholder'])
      if (element.hasAttribute(name)) element.setAttribute(name, t(element.getAttribute(name)));
    if (element.children.length === 0 && element.textContent)
      element.textContent = t(element.textContent);
  }
}
