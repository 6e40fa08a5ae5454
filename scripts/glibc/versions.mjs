// Version numbers of glibc, such as 2.2.5 and 2.28.

// Negative, 0 or positive: as sort() wants it.
export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const newest = (versions) => [...versions].sort(compareVersions).at(-1);
