// Numbers that a seed repeats. (The moment at which a process is killed is real time, which no seed repeats.)
import crypto from 'node:crypto';

// Returns a function that returns numbers from 0 up to 1.
export function randomFrom(seed, index) {
  let count = 0;
  return () => {
    const digest = crypto.createHash('sha256').update(`${seed} ${index} ${count++}`).digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
}
