'use strict';
// Writes workflow commands of GitHub Actions, which annotate the line of the delayed operation of a race.
const messages = require('../messages/index.js');
const { forAnnotation } = require('../shown/media.js');

function githubWriter() {
  return (event) => {
    if (event.type !== 'failure') return '';
    const { failure, race, rate, file } = event;
    const next = messages.nextCommands(file ?? failure.id, race !== undefined).join('\n');
    const found = rate ? messages.foundLines({ ...failure, race, rate }) : [];
    const text = [...found, messages.rate(failure), next].join('\n');
    const title = `${messages.classWord(failure.class)}: ${failure.title}`;
    return forAnnotation({ place: race?.delayed.place, title, text });
  };
}

module.exports = { githubWriter };
