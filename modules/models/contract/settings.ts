import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_MODEL', {
    side: 'both',
    default: 'on the command line, `models` in ~/.svc/config.json',
    summary:
      'The model that judges texts, by its protocol and name: `anthropic/claude-sonnet-4-5`, or `openai/gpt-5` for every server that speaks the protocol of OpenAI',
  }),
  contribute(settingsPoint, 'SVC_MODEL_BASE_URL', {
    side: 'both',
    default: 'the address of Anthropic or OpenAI',
    summary:
      'Where the model of SVC_MODEL is served: `https://models.example.com/v1` with openai, the same without `/v1` with anthropic',
  }),
  contribute(settingsPoint, 'SVC_MODEL_API_KEY', {
    side: 'both',
    secret: true,
    summary: 'The key for the model of SVC_MODEL',
  }),
];
