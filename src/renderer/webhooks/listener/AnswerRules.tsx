import { Button, Text } from '@mantine/core';
import { answerRule, type AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import { AnswerRuleFields } from './AnswerRuleFields.tsx';

/** The rules, in the order in which they are tried. */
export function AnswerRules({ rules, onChange }: { rules: AnswerRule[]; onChange: (rules: AnswerRule[]) => void }) {
  const change = (index: number, changed: Partial<AnswerRule>) =>
    onChange(rules.map((rule, position) => (position === index ? { ...rule, ...changed } : rule)));
  const move = (index: number, by: -1 | 1) => {
    const neighbour = rules[index + by];
    const moved = rules[index];
    if (neighbour && moved) onChange(rules.with(index, neighbour).with(index + by, moved));
  };
  return (
    <>
      <Text size="xs" c="dimmed" mb={6}>
        Everything is stored and answered with 200, unless a rule says otherwise. The first rule that applies is used.
      </Text>
      {rules.map((rule, index) => (
        <AnswerRuleFields
          key={index}
          rule={rule}
          number={index + 1}
          isLast={index === rules.length - 1}
          onMove={(by) => move(index, by)}
          onChange={(changed) => change(index, changed)}
          onRemove={() => onChange(rules.filter((_, position) => position !== index))}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        onClick={() => onChange([...rules, answerRule.parse({ status: 500, times: 3 })])}
      >
        Add a rule
      </Button>
    </>
  );
}
