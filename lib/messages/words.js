'use strict';
// Numbers, durations and commands in words, the same in each message.

/** Returns a duration in milliseconds as "0.3 s", "12 s", "5 min" or "2.0 h". */
function seconds(ms) {
  const s = ms / 1000;
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 120) return `${Math.round(s)} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  return `${(s / 3600).toFixed(1)} h`;
}

/** Returns a share from 0 to 1 as "0 %", "3.3 %" or "50 %". */
function percent(share) {
  const value = share * 100;
  return `${value >= 10 || value === 0 ? Math.round(value) : value.toFixed(1)} %`;
}

/** Returns "1 run" or "2 runs". */
function plural(count, word) {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

// Control characters except line feeds and tabs, and characters that change the direction of a text: a terminal would
// not show the command that runs.
const HIDDEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/gu;

function escaped(character) {
  const code = character.codePointAt(0);
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}

// The shells of Windows read it as one word. None has a sign for a hidden character.
function windowsWord(text) {
  const shown = text.replace(HIDDEN, '\u{fffd}');
  return /^[\w@+=:,.\\/-]+$/.test(shown) ? shown : `"${shown.replaceAll('"', '\\"')}"`;
}

/**
 * Returns `text` quoted, if needed, so that a shell of this system reads it as one word: a POSIX shell (bash, if it has
 * hidden characters), or with `windows` that of Windows.
 */
function shellWord(text, windows = process.platform === 'win32') {
  if (windows) return windowsWord(text);
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (text.search(HIDDEN) >= 0) return `$'${text.replace(/[\\']/g, '\\$&').replace(HIDDEN, escaped)}'`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a command and its arguments as a user would type them. */
function commandLine(words) {
  return words.map((word) => shellWord(word)).join(' ');
}

/** Returns a line for each group of handles that are still open (`open` of a hang). */
function openLines({ open = [] }) {
  return open.map(({ kind, site, count = 1 }) => {
    return `    still open   ${kind}${site ? `  ${site}` : ''}${count > 1 ? `  (${count} times)` : ''}`;
  });
}

const TIERS = { name: 'by name', subject: 'by name without its subject', site: 'by call site', parent: 'by parent and order' };

/** Says how many of `total` delays of a schedule met their operation in a run, and by what (analysis/tiers.js). */
function metLine({ matched, tiers }, total, word) {
  const found = Object.entries(TIERS).filter(([tier]) => tiers[tier] > 0).map(([tier, how]) => `${tiers[tier]} ${how}`);
  const how = found.length > 0 && tiers.name !== matched ? `: ${found.join(', ')}` : '';
  return `${matched} of ${plural(total, word)} found ${total === 1 ? 'its' : 'their'} operation${how}`;
}

const notJudgedText = (count) => `${plural(count, 'pair')} not judged: that shows nothing about ${count === 1 ? 'it' : 'them'}`;

const STARTED = { runners: 'test runners', programs: 'programs' };

/** Returns why a run has no verdict. */
function whyInconclusive({ leftOut }) {
  if (!leftOut) return 'still busy at the timeout';
  const { which, started, ofStarted, missing } = leftOut;
  if (which === 'output') return 'its output is too long to count the tests in it';
  return `${started} of ${ofStarted} ${STARTED[which]} started, and ${plural(missing, 'test')} did not report; a cache of `
    + 'results, if there is one, must be off';
}

module.exports = {
  notJudgedText, openLines, seconds, percent, plural, shellWord, commandLine, metLine, whyInconclusive,
};
