'use strict';
// Tells by the name of a field, a column, a header, an option or a variable whether its value is a secret.

// Wherever they stand in a name, also without anything around them: PGPASSWORD, accesstoken.
const ANYWHERE = new RegExp('passw(?:or)?d|passwort|passphrase|passkey|kennwort|motdepasse|'
  + 'secret(?!ar)|token(?!iz|is)|credential|csrf|xsrf|jwt|sessid|sessionid');
const KEYS = new RegExp('(?:api|access|account|auth|encryption|licen[cs]e|private|secret|signing)key|'
  + '(?:card|account|routing)n(?:umber|o)$|(?:access|backup|confirmation|login|onetime|recovery|security|sms|verification)codes?$');

// Words of a name of their own: "pin" is no part of "shipping".
const WORDS = new Set([
  'auth', 'authorization', 'bearer', 'cookie', 'cookies', 'csc', 'cvc', 'cvv', 'cvv2', 'hash', 'hotp', 'iban', 'mfa',
  'otp', 'pan', 'pass', 'passcode', 'pin', 'pwd', 'recovery', 'salt', 'sess', 'session', 'sid', 'sig', 'signature',
  'ssn', 'totp',
]);

// These words end names whose values only describe a secret: the type of a token.
const ABOUT = new Set([
  'algorithm', 'at', 'column', 'count', 'date', 'dir', 'enabled', 'expires', 'expiry', 'field', 'file', 'index', 'length',
  'limit', 'name', 'path', 'policy', 'required', 'size', 'status', 'time', 'timeout', 'ttl', 'type', 'uri', 'url', 'version',
]);

// A hash of these is no secret.
const PUBLIC = /commit|git|file|content|chunk|block|build|tree|blob|module|asset|etag/;

// Their values are numbers, often short ones.
const NUMBERS = /^(?:csc|cvc|cvv2?|hotp|mfa|otp|pan|passcode|pin|ssn|totp)$/;

const wordsOf = (name) => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
  .toLowerCase().split(/[^a-z\d]+/).filter(Boolean);

/** Returns true if the value of what has this name must not be shown: "apiKey", "x-csrf-token", "PGPASSWORD". */
function isSecretName(name) {
  const words = wordsOf(name);
  if (words.length === 0 || ABOUT.has(words.at(-1))) return false;
  const whole = words.join('');
  if (ANYWHERE.test(whole) || KEYS.test(whole)) return true;
  const found = words.filter((word) => WORDS.has(word));
  return found.length > 0 && !(found.every((word) => word === 'hash' || word === 'signature') && PUBLIC.test(whole));
}

/** Returns true if a short number under this name is a secret, too: "cvv", "pin code". */
const isSecretNumber = (name) => KEYS.test(wordsOf(name).join('')) || wordsOf(name).some((word) => NUMBERS.test(word));

module.exports = { isSecretName, isSecretNumber };
