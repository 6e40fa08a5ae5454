// The systems that have a prebuilt binary: prebuilds/<name>/nacd-native.node. `zig` is the compiler's name of a target;
// those without it are built with gcc and linked for an old glibc (scripts/glibc).
export const targets = {
  'linux-x64': { platform: 'linux', arch: 'x64' },
  'linux-arm64': { platform: 'linux', arch: 'arm64' },
  'linux-x64-musl': { platform: 'linux', arch: 'x64', zig: 'x86_64-linux-musl' },
  'linux-arm64-musl': { platform: 'linux', arch: 'arm64', zig: 'aarch64-linux-musl' },
  // The oldest macOS that Node.js 20 starts on. The first one for arm64 is 11.
  'darwin-x64': { platform: 'darwin', arch: 'x64', zig: 'x86_64-macos.10.15' },
  'darwin-arm64': { platform: 'darwin', arch: 'arm64', zig: 'aarch64-macos.11.0' },
  'win32-x64': { platform: 'win32', arch: 'x64', zig: 'x86_64-windows.win10-gnu' },
};
