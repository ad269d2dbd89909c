// Loaded into the measured server before its own code: tells, when asked, how many statements reached SQLite and how much
// processor time was used.
import sqlite3 from 'sqlite3';

let statements = 0;
count(sqlite3.Statement.prototype, ['all', 'get', 'run', 'each']); // those of `Database` come here
count(sqlite3.Database.prototype, ['exec']);

function count(prototype, methods) {
  for (const method of methods) {
    const original = prototype[method];
    prototype[method] = function (...args) {
      statements += 1;
      return original.apply(this, args);
    };
  }
}

process.on('message', () => process.send({ statements, cpu: process.cpuUsage() }));
process.channel.unref();
