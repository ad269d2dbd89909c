/** What the settings of a model look like, in the environment, in files and in requests. */
export const forms = {
  model: /^(anthropic|openai)\/[\x21-\x7e]{1,200}$/,
  // nothing secret: it is shown
  baseUrl: /^https?:\/\/[\w.:[\]-]+[^\s@?#]{0,1900}$/,
  // fetch would quote any other key in its error
  apiKey: /^[\x21-\x7e]{1,1000}$/,
} as const;
