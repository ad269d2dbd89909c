export { openArchive, readArchive, unpackArchive } from './read-archive.js';
export { writeArchive } from './write-archive.js';
