import { expect, it } from '@jest/globals';
import { agentOf, chosenAgents, judgeNotes, type NamedAgents } from './chosen-agents.js';
import { familyOf } from './family.js';
import { agents, aliases, defaults } from './table.js';

it('has the default solver and the target of every alias in the table', () => {
  const ids = agents.map(({ agent }) => agent);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids).toEqual(expect.arrayContaining([defaults.solver, ...aliases.values()]));
});

it('takes the defaults of the table for what is not named', () => {
  expect(chosenAgents({}, 'openai/gpt-5')).toEqual({
    agent: 'claude-code',
    model: null,
    scorerAgent: 'model',
    scorerModel: 'openai/gpt-5',
  });
  expect(chosenAgents({ scorerAgent: 'codex' }, 'openai/gpt-5').scorerModel).toBe(null);
  const named = { agent: 'svc', model: 'openai/gpt-5', scorerAgent: 'claude', scorerModel: 'x' };
  expect(chosenAgents(named, undefined)).toEqual({
    agent: 'svc-agent',
    model: 'openai/gpt-5',
    scorerAgent: 'claude-code',
    scorerModel: 'x',
  });
});

it('leaves names that are no alias as they are', () => {
  expect(agentOf('codex')).toBe('codex');
  expect(agentOf('my-agent')).toBe('my-agent');
});

it.each([
  ['claude-code', null, 'anthropic'],
  ['codex', 'gpt-5', 'openai'],
  ['codex', 'o3-mini', 'openai'],
  ['model', 'openai/qwen3', 'qwen'],
  ['model', 'anthropic/claude-sonnet-4-5', 'anthropic'],
  ['svc-agent', 'openai/deepseek-ai/DeepSeek-V3', 'deepseek'],
  ['cursor', null, undefined],
  ['model', null, undefined],
  ['my-agent', 'house-model', undefined],
])('knows the family of %s with %s: %s', (agent, model, family) => {
  expect(familyOf(agent, model)).toBe(family);
});

it('has a family for every model of the table that says what it is', () => {
  const unknown = agents.flatMap(({ agent, models }) =>
    models.filter((model) => familyOf(agent, model) === undefined),
  );
  expect(unknown).toEqual(['auto']);
});

it('warns of a judge of the family of the solver, and only then', () => {
  const notes = (named: NamedAgents, configured?: string) =>
    judgeNotes(chosenAgents(named, configured));
  expect(notes({}, 'anthropic/claude-sonnet-4-5')).toEqual([
    expect.stringContaining('one family (anthropic)'),
  ]);
  expect(notes({}, 'openai/gpt-5')).toEqual([]);
  expect(notes({})).toEqual([]);
  expect(notes({ scorerModel: 'openai/gpt-5' }, 'anthropic/claude-x')).toEqual([]);
  expect(notes({ scorerAgent: 'claude' }, 'openai/gpt-5')).toHaveLength(1);
});
