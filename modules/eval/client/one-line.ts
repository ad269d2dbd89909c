/** Names of files, and what files and servers say, may hold anything. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');
