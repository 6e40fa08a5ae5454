// Reads a library of Windows: its CPU, the libraries and functions that it imports, and what it exports.
const MACHINES = { 0x8664: 'x64', 0xaa64: 'arm64' };
const IS_DLL = 0x2000;
const EXPORTS = 0;
const IMPORTS = 1;
const DELAYED_IMPORTS = 13;

const textAt = (bytes, at) => bytes.toString('latin1', at, bytes.indexOf(0, at));

class Image {
  constructor(bytes) {
    const header = bytes.readUInt32LE(0x3c);
    if (bytes.toString('latin1', 0, 2) !== 'MZ' || bytes.toString('latin1', header, header + 4) !== 'PE\0\0') {
      throw new Error('not a library of Windows');
    }
    this.bytes = bytes;
    this.cpu = MACHINES[bytes.readUInt16LE(header + 4)];
    this.isDll = (bytes.readUInt16LE(header + 22) & IS_DLL) !== 0;
    this.directories = header + 24 + 112;
    const sections = header + 24 + bytes.readUInt16LE(header + 20);
    this.sections = Array.from({ length: bytes.readUInt16LE(header + 6) }, (_, i) => {
      const at = sections + 40 * i;
      const [size, address, , place] = [8, 12, 16, 20].map((field) => bytes.readUInt32LE(at + field));
      return { size, address, place };
    });
  }

  // Returns where in the file a relative address is.
  place(address) {
    const section = this.sections.find((one) => address >= one.address && address < one.address + one.size);
    return address - section.address + section.place;
  }

  directory(index) {
    const address = this.bytes.readUInt32LE(this.directories + 8 * index);
    return address === 0 ? undefined : this.place(address);
  }

  importedLibraries(index, entrySize, nameField) {
    const names = [];
    const start = this.directory(index);
    for (let at = start; at !== undefined; at += entrySize) {
      const address = this.bytes.readUInt32LE(at + nameField);
      if (address === 0) break;
      names.push(textAt(this.bytes, this.place(address)).toLowerCase());
    }
    return names;
  }

  exportedNames() {
    const at = this.directory(EXPORTS);
    if (at === undefined) return [];
    const names = this.place(this.bytes.readUInt32LE(at + 32));
    return Array.from({ length: this.bytes.readUInt32LE(at + 24) }, (_, i) =>
      textAt(this.bytes, this.place(this.bytes.readUInt32LE(names + 4 * i))));
  }
}

/** Returns what `bytes` of a library say: {cpu, isDll, needs, exported}; `needs` are the libraries, in lower case. */
export function readPe(bytes) {
  const image = new Image(bytes);
  const needs = [...image.importedLibraries(IMPORTS, 20, 12), ...image.importedLibraries(DELAYED_IMPORTS, 32, 4)];
  return { cpu: image.cpu, isDll: image.isDll, needs, exported: image.exportedNames() };
}
