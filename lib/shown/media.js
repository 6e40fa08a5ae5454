'use strict';
// Makes foreign text safe for what shows it: a terminal, annotations of GitHub, HTML, XML, JSON, a program's comment.
// Foreign is each text that did not come out of this tool: titles, paths, outputs, statements, answers. Nothing is
// written to a medium without its function here. All of them leave secrets out.
const { stripVTControlCharacters } = require('node:util');

const { HIDDEN, valueWithoutSecrets, withoutSecrets } = require('./secrets.js');

// A program under test loads this file, and packages would be its own.
const escapeHtml = (text) => require('escape-html')(text);

function escaped(character) {
  const code = character.codePointAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`;
}

const visible = (text) => stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(HIDDEN, escaped);

/** Returns `text` as plain characters, line feeds and tabs: others as "\x1b", without secrets. */
const plainText = (given) => visible(withoutSecrets(String(given ?? '')));

// CI servers carry out lines with such signs: GitHub reads "::" after spaces, others "##[" or "##vso[" anywhere.
const COMMAND = /^([^\S\n]*):(?=:[^\n]*::)/gm;
const OTHER_COMMAND = /##(?=\[|vso\[|teamcity\[)/g;

/** Text that is safe for its medium: only this module makes it. */
class Safe {
  #text;

  constructor(text) {
    this.#text = text;
  }

  toString() {
    return this.#text;
  }
}

/** Returns `text` for a terminal or the log of a CI server. Safe text is returned as it is. */
function forTerminal(text) {
  if (text instanceof Safe) return text.toString();
  return plainText(text).replace(COMMAND, '$1: :').replace(OTHER_COMMAND, '# #');
}

const data = (text) => plainText(text).replace(OTHER_COMMAND, '# #').replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Returns a line of Safe text that annotates `place`, {file, line, column} or undefined, in GitHub Actions. */
function forAnnotation({ place, title, text }) {
  const at = place ? `file=${property(place.file)},line=${Number(place.line)},col=${Number(place.column)},` : '';
  return new Safe(`::error ${at}title=${property(title)}::${data(text)}\n`);
}

/** Returns `text` for HTML, also for an attribute in double quotes. */
const forHtml = (text) => escapeHtml(plainText(text));

// Characters that XML 1.0 does not allow, not even escaped.
const NOT_XML = /[\ufffe\uffff]/g;

/** Returns `text` for XML 1.0, also for an attribute in double quotes. */
const forXml = (text) => escapeHtml(plainText(text).replace(NOT_XML, '\ufffd'));

const NOT_ASCII_SAFE = /[\p{Cf}\p{Zl}\p{Zp}\x7f-\x9f]/gu;
const unicode = (character) => character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Returns a value as JSON that a terminal can show, without secrets. `space` is that of JSON.stringify(). */
const forJson = (value, space) => JSON.stringify(valueWithoutSecrets(JSON.parse(JSON.stringify(value))), null, space)
  .replace(NOT_ASCII_SAFE, unicode);

/** Returns `text` as one line for a comment of JavaScript that ends with the line. */
const forComment = (text) => plainText(text).replaceAll('\n', ' ');

/**
 * Returns a source text of JavaScript without characters that are hidden or turn a line around. Strings keep their
 * value; comments have to be safe already.
 */
const forSource = (text) => text.replace(NOT_ASCII_SAFE, unicode);

/** Returns `text` for a page of Markdown: a block that is shown as it is. */
const forMarkdown = (text) => plainText(text).split('\n').map((line) => `    ${line}`).join('\n');

/** Says that `text` was put together from parts that are safe, as the writers of reports do. */
const madeOfSafe = (text) => new Safe(text);

/** The escape sequence that moves a terminal's cursor to the beginning of its line and clears that. */
const CLEAR_LINE = new Safe('\r\x1b[K');

module.exports = {
  CLEAR_LINE, forAnnotation, forComment, forHtml, forJson, forMarkdown, forSource, forTerminal, forXml, madeOfSafe,
  plainText,
};
