// Progress on standard error: a line each 15 seconds and one for each test that differs, so that a log stays readable.
const INTERVAL = 15_000;

export function progressTo(stream) {
  return (label, total) => {
    const started = Date.now();
    let done = 0;
    let notPassing = 0;
    let shown = started;
    return ({ passed, note }) => {
      done++;
      if (!passed) notPassing++;
      if (note) stream.write(`[${label}] ${note}\n`);
      if (Date.now() - shown < INTERVAL && done < total) return;
      shown = Date.now();
      const seconds = Math.round((shown - started) / 1000);
      const left = Math.round((seconds / done) * (total - done));
      stream.write(`[${label}] ${done}/${total}, ${notPassing} not passing, ${seconds} s, about ${left} s left\n`);
    };
  };
}
