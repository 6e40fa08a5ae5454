'use strict';
// Writes workflow commands of GitHub Actions, which annotate the line of the delayed operation of a race.
const messages = require('../messages/index.js');
const { forAnnotation } = require('../shown/media.js');

function githubWriter() {
  return (event) => {
    if (event.type !== 'failure') return '';
    const { failure, race, rate, file } = event;
    const next = messages.nextCommands(file ?? failure.id, race !== undefined).join('\n');
    const text = race ? `${messages.rateLine(rate)}\n${messages.raceLines(race, failure.title).join('\n')}\n${next}`
      : `${messages.rate(failure)}\n${next}`;
    return forAnnotation({ place: race?.delayed.place, title: `race: ${failure.title}`, text });
  };
}

module.exports = { githubWriter };
