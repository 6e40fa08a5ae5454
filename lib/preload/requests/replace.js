'use strict';

const { defineProperty, getOwnPropertyDescriptor } = Object;

/** Puts make(original) in the place of a method. It looks like the original: name, length, and whether it is listed. */
function replace(holder, key, make) {
  const { value = holder[key], enumerable = false } = getOwnPropertyDescriptor(holder, key) ?? {};
  const wrapper = make(value);
  for (const own of ['name', 'length']) defineProperty(wrapper, own, getOwnPropertyDescriptor(value, own));
  defineProperty(holder, key, { value: wrapper, writable: true, configurable: true, enumerable });
}

module.exports = { replace };
