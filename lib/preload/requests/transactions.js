'use strict';
// Functions that run a callback in a transaction and give it an object for its statements, as PGlite does. Its begin
// and its end are recorded as statements, and the object's methods are operations.

const { current } = require('./context.js');
const { recorded } = require('./operations.js');

const { apply } = Reflect;

/** `methods` of `spec`: those of the object that take a statement and values. */
function transaction(spec, original, driver) {
  return function transact(callback, ...more) {
    if (typeof callback !== 'function' || current()?.quiet) return apply(original, this, [callback, ...more]);
    const database = this;
    const operation = (name, fn, facts, more) => recorded({
      spec: { ...spec, ...more, api: `${spec.api}.${name}` }, original: fn, driver, facts,
    });
    const tell = (statement) => operation('control', () => undefined, () => ({ object: database, statement }), { sync: true })();
    const facts = (_, [statement, values]) => ({ object: database, statement, values });
    return apply(original, this, [(inner) => conduct(callback, inner, { spec, operation, facts, tell }), ...more]);
  };
}

async function conduct(callback, inner, { spec, operation, facts, tell }) {
  let isOver = false;
  const end = (statement) => {
    if (!isOver) tell(statement);
    isOver = true;
  };
  const given = new Proxy(inner, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (Object.hasOwn(spec.methods, name)) return operation(name, value, facts);
      if (name !== 'rollback') return value;
      return () => {
        end('ROLLBACK');
        return value();
      };
    },
  });
  tell('BEGIN');
  try {
    const result = await callback(given);
    end('COMMIT');
    return result;
  } catch (error) {
    end('ROLLBACK');
    throw error;
  }
}

module.exports = { transaction };
