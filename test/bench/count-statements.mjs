// Loaded into the measured server before its own code: counts the statements that reach SQLite and tells the number when asked.
import sqlite3 from 'sqlite3';

let statements = 0;
for (const method of ['all', 'get', 'run', 'each', 'exec']) {
  const original = sqlite3.Database.prototype[method];
  sqlite3.Database.prototype[method] = function (...args) {
    statements += 1;
    return original.apply(this, args);
  };
}

process.on('message', () => process.send(statements));
process.channel.unref();
