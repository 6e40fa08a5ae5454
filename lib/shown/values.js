'use strict';
// Finds values that are secrets by their own look, whatever they are called: keys of services, tokens of random
// characters, numbers of cards and accounts.

const KEYS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\beyJ[\w-]{6,}(?:\.[\w-]*){1,4}/g, // JWT: the JSON of its head begins with {"
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, // AWS
  /\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_)\w[\w-]{15,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_\w{8,}|\bwhsec_[\w+/=]{8,}/g, // Stripe
  /\bsk-[\w-]{16,}|\bxox[abeoprs]-[\w-]{10,}|\bAIza[\w-]{30,}|\bya29\.[\w-]{10,}|\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
];

// A password between a scheme and a host; a user's name may be left out.
const IN_URL = /\b[a-z][a-z\d+.-]*:\/\/[^\s/:@'"<>]*:([^\s/'"<>]+)@/gi;
const TOKEN_IN_URL = /\bhttps?:\/\/(?=[^\s/:@]*\d)([^\s/:@'"<>]{16,})@/gi;
const ORACLE = /\bjdbc:oracle:\w+:[^\s/@]+\/([^\s/@]+)@/gi;
// "ann:mango42@db.example.com:5432"; an address of mail after a name has a host without a port.
const BEFORE_HOST = new RegExp(String.raw`(?<![\w:/@.-])(?!mailto:|sip:|acct:|npm:)[\w.-]+:`
  + String.raw`(?=[^\s:@/]*[\d!#$%^&*])([^\s:@/"'<>]{4,})@(?=[\w-]+[.:][\w.:-]+)`, 'gi');
const ENCODED_URL = /%3A%2F%2F[^\s%/]{0,100}%3A([^\s'"<>/]{1,200}?)%40/gi;
const CREDENTIALS = /\b(?:bearer|basic)\s+(?=[\w.~+/-]*[\d=])([\w.~+/-]{6,}=*)/gi;

const CARD = /(?<![\w.-])(?:[2-6]\d{3}(?:[ .-]?\d{4}){2}[ .-]?\d{1,4}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5})(?![\w.-]*\w)/g;
const ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g;
const SOCIAL_SECURITY = /(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])/g;
const TOKEN = /(?<![\w+/=@-])(?!sha\d+-)[\w+/-]{24,}={0,2}(?![\w+/-])/g;

// The checksum of Luhn, which each card's number has.
function isCard(text) {
  const digits = text.replace(/\D/g, '');
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 14 && digits.length <= 16 && sum % 10 === 0;
}

// The checksum of ISO 7064, which each IBAN has.
function isAccount(text) {
  const plain = text.replaceAll(' ', '');
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return plain.length >= 15 && [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

const KINDS = [[/[a-z]/, 'a'], [/[A-Z]/, 'A'], [/\d/, '0'], [/[-_]/, '-'], [/./s, '+']];
const kindOf = (character) => KINDS.find(([pattern]) => pattern.test(character))[1];
// Of neighbouring characters, this share is of two kinds. Random ones have 0.65, names in camel case 0.33.
const LEAST_CHANGES = 0.4;

// Capitals, small letters and digits change places as in no name or path. Those of a commit or an id have no capitals.
// A path has words between its slashes: a random name in it, as of a temporary folder, is no secret unless it is long.
function isRandom(text, isFile) {
  const all = text.split('/');
  const isPath = all.length > 1 && all.some((part) => /^[a-z][a-z_-]{2,}$/.test(part));
  const least = isPath || isFile ? 32 : 12;
  return all.some((part) => {
    const kinds = [...part.replace(/=+$/, '')].map(kindOf);
    const count = (kind) => kinds.filter((one) => one === kind).length;
    const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
    return part.length >= least && ['a', 'A', '0'].every((kind) => count(kind) >= 2) && count('-') <= 2
      && changes >= LEAST_CHANGES * (kinds.length - 1);
  });
}

const ENDING = /^(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json|map|css|html|node|wasm|txt|log|sql)\b/; // of a file
const always = () => true;
const CHECKED = [
  ...KEYS.map((pattern) => [pattern, always]),
  [CARD, isCard], [ACCOUNT, isAccount], [SOCIAL_SECURITY, always], [TOKEN, isRandom],
];

/** Returns [[start, end]] of the secrets in `text` that their own look shows. */
function secretValues(text) {
  const spans = [];
  for (const pattern of [IN_URL, TOKEN_IN_URL, ORACLE, BEFORE_HOST, ENCODED_URL, CREDENTIALS]) {
    for (const { 0: found, 1: value, index } of text.matchAll(pattern)) {
      const start = index + found.lastIndexOf(value);
      spans.push([start, start + value.length]);
    }
  }
  for (const [pattern, isSecret] of CHECKED) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const end = index + found.length;
      if (isSecret(found, ENDING.test(text.slice(end, end + 20)))) spans.push([index, end]);
    }
  }
  return spans;
}

module.exports = { secretValues };
