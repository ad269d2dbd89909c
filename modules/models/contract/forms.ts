/** What the settings of a model look like, in the environment, in files and in requests. */
export const forms = {
  model: {
    form: /^(anthropic|openai)\/[\x21-\x7e]{1,200}$/,
    message: '$property must be anthropic/<name> or openai/<name>',
  },
  // nothing secret: it is shown
  baseUrl: {
    form: /^https?:\/\/[\w.:[\]-]+(\/[^\s@?#]{0,1900})?$/,
    message: '$property must be an http or https address without user, query and fragment',
  },
  // fetch would quote any other key in its error
  apiKey: {
    form: /^[\x21-\x7e]{1,1000}$/,
    message: '$property must be of visible ASCII characters',
  },
} as const;
