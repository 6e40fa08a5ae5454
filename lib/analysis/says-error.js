'use strict';
// Tells answers whose body says that something went wrong, though their status does not.

const isObject = (value) => value !== null && typeof value === 'object';

/** Returns whether an answer has nothing: null, {"job": null}, []. */
const isNothing = (value) => (isObject(value) ? Object.values(value).every(isNothing) : !value);

/** Returns whether a body tells of an error: GraphQL does so with status 200. */
const saysError = (body) => isObject(body)
  && Object.keys(body).some((name) => /^errors?$/i.test(name) && !isNothing(body[name]));

module.exports = { isNothing, saysError };
