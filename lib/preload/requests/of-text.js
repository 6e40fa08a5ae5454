'use strict';

const MOST = 1000; // statements with values in their text are different each time

/** Returns a function that returns find(text), never undefined, and looks once for each of the first `most` texts. */
function ofText(find, most = MOST) {
  const known = new Map();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = find(text);
    if (known.size < most) known.set(text, found);
    return found;
  };
}

module.exports = { ofText };
