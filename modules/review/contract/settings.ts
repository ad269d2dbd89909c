import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_REVIEW_RULES', {
    side: 'server',
    summary:
      'Absolute path of a YAML file with rules of your own for security reviews, or of a folder with such files',
  }),
  contribute(settingsPoint, 'SVC_REVIEW_MODEL', {
    side: 'server',
    default: 'off',
    summary:
      'on: security reviews that a person or program starts also ask the model of the workspace or of SVC_MODEL, which can only add findings; the files are sent to its provider',
  }),
  contribute(settingsPoint, 'SVC_REVIEW_VOTES', {
    side: 'server',
    default: '3',
    summary:
      'How many times, 1 to 9, a model answers each question of a quality review; the median counts',
  }),
];
