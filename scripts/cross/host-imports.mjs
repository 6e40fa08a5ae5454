// A DLL that imports from "node.exe" loads in a program of that name only, and tools that delay such an import need
// Microsoft's linker. So each function of Node-API and libuv that the addon calls is a jump through a slot instead, and
// the slots are filled from the program that has loaded the addon, whatever its name.
import fs from 'node:fs';
import path from 'node:path';

const DECLARED = /\b(?:NAPI|UV)_EXTERN\b[^;(]*?\b((?:napi|node_api|uv)_[a-z0-9_]+)\s*\(/g;
const USED = /\b(?:napi|node_api|uv)_[a-z0-9_]+\b/g;
const HEADERS = ['js_native_api.h', 'node_api.h', 'uv.h'];

const all = (pattern, text) => [...text.matchAll(pattern)].map(([whole, name]) => name ?? whole);

// Returns the names of Node's functions that `files` mention, in order. `include`: the folder of Node's headers.
export function hostFunctions(files, include) {
  const declared = new Set(HEADERS.flatMap((name) => all(DECLARED, fs.readFileSync(path.join(include, name), 'utf8'))));
  const used = new Set(files.flatMap((file) => all(USED, fs.readFileSync(file, 'utf8'))));
  return [...used].filter((name) => declared.has(name)).sort();
}

const jump = (name, i) => `.globl ${name}\n${name}: jmpq *nacd_host_slots+${8 * i}(%rip)\n`;

// Returns an assembler file for x64: the functions, their slots, and their names, each ended by a zero byte.
export function jumpTable(names) {
  return [
    '.text', ...names.map(jump),
    '.data', '.balign 8', '.globl nacd_host_slots', `nacd_host_slots: .zero ${8 * names.length}`,
    '.section .rdata,"dr"', '.globl nacd_host_names',
    'nacd_host_names:', ...names.map((name) => `.asciz "${name}"`), '.byte 0', '',
  ].join('\n');
}
