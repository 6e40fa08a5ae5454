'use strict';
// Prisma's client: it gathers what the program asks for and sends it to the driver in a later turn, with no frame of
// the program's. The program's call is known from the error object that Prisma makes there for its own messages.

const { current, within } = require('../context.js');
const { siteOfError } = require('../sites.js');

const { apply } = Reflect;

function requestWith(original) {
  return function request(params, ...more) {
    const context = current();
    const isOurs = context?.request && !context.quiet && context.site === undefined;
    const site = isOurs ? siteOfError(params?.callsite?._error) : undefined;
    if (site === undefined) return apply(original, this, [params, ...more]);
    return within({ request: context.request, site, quiet: false }, original, this, [params, ...more]);
  };
}

const replaced = {
  client: (original) => function getPrismaClient(...args) {
    const Client = apply(original, this, args);
    const method = Client?.prototype?._request;
    if (typeof method === 'function') Client.prototype._request = requestWith(method);
    return Client;
  },
};

module.exports = { replaced };
