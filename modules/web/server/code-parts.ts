/** Within a line, between single backticks. */
const CODE = /(?<!`)`([^`\n]+)`(?!`)/;

/** The parts of a text of a review in their order: every second one, from the second on, stood `between backticks`. */
export const codeParts = (text: string): readonly string[] => text.split(CODE);
