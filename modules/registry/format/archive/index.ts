export { openArchive, readArchive } from './read-archive.js';
export { writeArchive } from './write-archive.js';
