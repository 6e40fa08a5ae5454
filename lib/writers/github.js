'use strict';
// Writes workflow commands of GitHub Actions, which annotate the line of the delayed operation of a race.
const messages = require('../messages/index.js');

function data(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text) {
  return data(String(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function annotation(place, title, text) {
  const at = place ? `file=${property(place.file)},line=${place.line},col=${place.column},` : '';
  return `::error ${at}title=${property(title)}::${data(text)}\n`;
}

function githubWriter() {
  return (event) => {
    if (event.type !== 'failure') return '';
    const { failure, race, rate, file } = event;
    const next = messages.nextCommands(file ?? failure.id, race !== undefined).join('\n');
    const text = race ? `${messages.rateLine(rate)}\n${messages.raceLines(race, failure.title).join('\n')}\n${next}`
      : `${messages.rate(failure)}\n${next}`;
    return annotation(race?.delayed.place, `race: ${failure.title}`, text);
  };
}

module.exports = { githubWriter };
