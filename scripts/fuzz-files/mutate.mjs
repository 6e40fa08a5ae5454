// Changes a valid file in one to three places, as a broken disk, an editor, another program or a stranger might.

const LAST_KEYS = ['__proto__', 'constructor', 'toString', 'length', 'hasOwnProperty'];
const nested = (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const VALUES = [
  'null', 'true', 'false', '0', '-1', '1.5', '1e308', '-1e308', '9007199254740993', '1e999', '""', '"x"', '"\\u0000"', '"\\u202e\\u001b[2K"',
  '"../../../x"', '[]', '{}', '[null]', '[[]]', '{"":null}', '{"__proto__":{"x":1}}', '{"toString":1,"length":-1}', nested(300), nested(20_000),
];

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isContainer = (value) => value !== null && typeof value === 'object';

// Yields each {parent, key} of a value.
function* pointersIn(value) {
  if (!isContainer(value)) return;
  for (const key of Object.keys(value)) {
    yield { parent: value, key };
    yield* pointersIn(value[key]);
  }
}

const pick = (random, list) => list[Math.floor(random() * list.length)];
const MARK = '"@@here@@"';

// A value that JSON.stringify() could not write takes the place of a mark.
const withValue = (change, root, text) => {
  change('@@here@@');
  return JSON.stringify(root).replace(MARK, () => text);
};

const CHANGES = [
  ({ parent, key }, random, root) => withValue((mark) => { parent[key] = mark; }, root, pick(random, VALUES)),
  ({ parent, key }, random, root) => withValue((mark) => { parent[key] = mark; }, root, pick(random, VALUES)),
  ({ parent, key }, random, root) => {
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
    return JSON.stringify(root);
  },
  ({ parent, key }, random, root) => {
    if (Array.isArray(parent)) parent.push(parent[key]);
    else Object.defineProperty(parent, pick(random, LAST_KEYS), { value: parent[key], enumerable: true });
    return JSON.stringify(root);
  },
  ({ parent, key }, random, root) => {
    const value = parent[key];
    if (isContainer(value)) parent[key] = Array.isArray(value) ? { ...value } : Object.values(value);
    else parent[key] = typeof value === 'string' ? value.length : String(value);
    return JSON.stringify(root);
  },
];

function changedJson(text, random) {
  const root = parsed(text);
  const pointers = [...pointersIn(root)];
  if (pointers.length === 0) return pick(random, VALUES);
  return pick(random, CHANGES)(pick(random, pointers), random, root);
}

// Of a file with a value a line.
function changedLine(text, random) {
  const lines = text.split('\n');
  const at = Math.floor(random() * lines.length);
  const changed = parsed(lines[at]) === undefined ? pick(random, VALUES) : changedJson(lines[at], random);
  return lines.with(at, changed).join('\n');
}

function changedLines(text, random) {
  const lines = text.split('\n');
  const [at, other] = [0, 0].map(() => Math.floor(random() * lines.length));
  if (random() < 0.4) lines.splice(at, 1);
  else if (random() < 0.5) lines.splice(other, 0, lines[at]);
  else [lines[at], lines[other]] = [lines[other], lines[at]];
  return lines.join('\n');
}

const atOf = (bytes, random) => Math.floor(random() * bytes.length);

const BYTES = [
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[atOf(changed, random)] ^= 1 << Math.floor(random() * 8);
    return changed;
  },
  (bytes, random) => bytes.subarray(0, atOf(bytes, random)),
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    if (changed.length > 0) changed[atOf(changed, random)] = pick(random, [0, 0xff, 0xc3, 0x0a, 0x22]);
    return changed;
  },
  (bytes, random) => Buffer.concat([bytes.subarray(0, atOf(bytes, random)), bytes]),
  () => Buffer.alloc(0),
  (bytes) => Buffer.alloc(bytes.length),
  (bytes) => Buffer.from(`\ufeff${bytes.toString('latin1')}`, 'utf16le'),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
];

const isLines = (text) => text.split('\n').filter(Boolean).length > 1 && parsed(text.split('\n')[0]) !== undefined;

function changedOnce(bytes, random) {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes) && !text.includes('[[[[[[[['); // such depths only JSON.parse() takes
  const chance = random();
  if (isText && isContainer(parsed(text)) && chance < 0.75) return Buffer.from(changedJson(text, random));
  if (isText && isLines(text) && chance < 0.7) return Buffer.from(changedLine(text, random));
  if (isText && chance < 0.8) return Buffer.from(changedLines(text, random));
  return pick(random, BYTES)(bytes, random);
}

/** Returns changed `bytes`; `random` is a function that returns numbers from 0 to 1. */
export function mutated(bytes, random) {
  let changed = bytes;
  for (let count = random() < 0.8 ? 1 : 3; count > 0; count--) changed = changedOnce(changed, random);
  return changed;
}
