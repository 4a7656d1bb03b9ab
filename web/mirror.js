// The window as HTML, for those who do not see the canvas: each part is an element over its place on the canvas, which
// is not painted and takes no pointer. The program says the parts, which are those that it tells a desktop's screen
// reader.

import { wish } from './news.js?@VERSION@';

/** Share of its range within which a slider that was moved is thought to have been moved by one step. */
const STEP = 0.02;
const canvas = document.getElementById('picture');
const mirror = document.getElementById('mirror');
const said = document.getElementById('said');
/** Elements by the number of their part, with the part as it was shown last. */
const shown = new Map();

/** Hands the number of a slider to the program, step by step where it was moved by little: its range may be of ratios. */
function slide({ id, value, range }, to) {
  const by = Number(to) - Number(value);
  if (range && by !== 0 && Math.abs(by) <= STEP * (range[1] - range[0])) wish(by > 0 ? 'more' : 'less', id);
  else wish('number', id, to);
}

const click = ({ part }) => wish('click', part.id);
/** Element of each kind of part, its role where that is not its own, and what it does. */
const KINDS = {
  group: { tag: 'div' },
  dialog: { tag: 'div', role: 'dialog' },
  heading: { tag: 'h2' },
  text: { tag: 'p' },
  image: { tag: 'div', role: 'img' },
  button: { tag: 'button', click },
  link: { tag: 'button', role: 'link', click },
  list: { tag: 'button', role: 'combobox', click },
  tick: { tag: 'input', type: 'checkbox', click },
  radio: { tag: 'input', type: 'radio', click },
  slider: { tag: 'input', type: 'range', input: ({ part, element }) => slide(part, element.value) },
  number: { tag: 'input', type: 'text', role: 'spinbutton', change: ({ part, element }) => wish('number', part.id, element.value) },
  field: { tag: 'input', type: 'text', change: ({ part, element }) => wish('text', part.id, element.value) },
  progress: { tag: 'div', role: 'progressbar' },
};
const WRITTEN = ['heading', 'text', 'button', 'link'];

function make(part) {
  const { tag, role, type, ...does } = KINDS[part.kind];
  const element = document.createElement(tag);
  element.id = `part-${part.id}`;
  if (role) element.setAttribute('role', role);
  if (type) element.type = type;
  if (part.kind === 'slider') element.step = 'any';
  const own = { element, part };
  for (const [event, act] of Object.entries(does)) element.addEventListener(event, () => act(own));
  if (Object.keys(does).length) {
    // Tab goes through the canvas, which shows where it is.
    element.tabIndex = -1;
    element.addEventListener('focus', () => wish('reach', own.part.id));
  }
  shown.set(part.id, own);
  return own;
}

function set(element, name, value) {
  if (value === undefined || value === '') element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Number as screen readers take it, without an exponent; none of what is no number. */
const decimal = number => (number === undefined || number === '' || !Number.isFinite(Number(number)) ? undefined
  : Number(number).toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }));

/** Makes an element say what its part says. */
function update(own, part) {
  const { element } = own;
  own.part = part;
  const { kind, name = '', value, range, on, disabled, place } = part;
  if (WRITTEN.includes(kind)) {
    if (element.textContent !== name) element.textContent = name;
  } else {
    set(element, 'aria-label', name || (kind === 'progress' ? 'Progress' : ''));
    if (kind === 'group') set(element, 'role', name ? 'group' : '');
  }
  set(element, 'aria-description', part.description);
  if ('disabled' in element) element.disabled = disabled ?? false;
  if (kind === 'button') set(element, 'aria-pressed', on);
  if (kind === 'tick' || kind === 'radio') element.checked = on ?? false;
  if (kind === 'list') {
    set(element, 'aria-expanded', on ?? false);
    if (element.textContent !== value) element.textContent = value ?? '';
  }
  if (kind === 'slider' && range) [element.min, element.max] = range;
  if (kind === 'number' || kind === 'progress') {
    const now = decimal(value);
    set(element, 'aria-valuenow', now);
    set(element, 'aria-valuetext', now === undefined ? value : '');
    if (range) {
      set(element, 'aria-valuemin', decimal(range[0]));
      set(element, 'aria-valuemax', decimal(range[1]));
    }
  }
  // What is being typed stays until it is entered.
  if (element.tagName === 'INPUT' && value !== undefined && element.value !== value && document.activeElement !== element) {
    element.value = value;
  }
  if (kind === 'slider') {
    element.value = value;
    set(element, 'aria-valuetext', value && Number(Number(value).toPrecision(6)));
  }
  if (kind !== 'group') {
    const [left, top, width, height] = place;
    element.style.cssText = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
  }
}

/** Puts the elements of parts into another, in their order; those that stay are not touched. */
function fill(parent, parts, kept) {
  const { childNodes } = parent;
  parts.forEach((part, i) => {
    const known = shown.get(part.id);
    const own = known?.part.kind === part.kind ? known : make(part);
    // Asked anew each time: what stood here may have moved into the part before.
    if (childNodes[i] !== own.element) parent.insertBefore(own.element, childNodes[i] ?? null);
    kept.add(part.id);
    update(own, part);
    if (part.parts) fill(own.element, part.parts, kept);
  });
  while (childNodes.length > parts.length) parent.lastChild.remove();
}

const live = parts => parts.flatMap(part => [...(part.live ? [part.name] : []), ...live(part.parts ?? [])]);

/** Shows a mirror, as JSON. */
export function show(text) {
  const { focus, parts } = JSON.parse(text);
  const kept = new Set();
  fill(mirror, parts, kept);
  for (const id of shown.keys()) if (!kept.has(id)) shown.delete(id);
  set(canvas, 'aria-activedescendant', kept.has(focus) ? `part-${focus}` : '');
  const news = live(parts).join(' ');
  if (said.textContent !== news) said.textContent = news;
  // Behind the canvas stands the field with which text is typed into it.
  const field = canvas.nextElementSibling;
  if (field.tagName === 'INPUT') {
    field.tabIndex = -1;
    set(field, 'aria-label', shown.get(focus)?.part.name || 'Text for the picture');
  }
}
