import { Button, Group, Input, MultiSelect, Popover } from '@mantine/core';
import { useMemo } from 'react';
import { countText } from '../../../contract/count-text.ts';
import { filtersByTag, tagFilterText } from '../../../contract/runs/tag-filter.ts';
import { tagsIn } from '../../collection/tree/tags-in.ts';
import { useApp, useFrom } from '../../context/app-context.ts';
import { visibleOptions } from '../../ui/labels/visible-options.ts';
import classes from '../runner.module.css';
import { withTags } from './run-tags.ts';
import { useTaggedItems } from './tagged-items.ts';

/** How many requests are checked, and how many of them the tags leave. */
export function useChosenRequests(): { checked: number; left: number } {
  const items = useTaggedItems();
  const selected = useFrom('runner', (state) => state.selected);
  const tags = useFrom('runner', (state) => state.plan.tags);
  const excludeTags = useFrom('runner', (state) => state.plan.excludeTags);
  return useMemo(() => {
    const filter = { tags, excludeTags };
    return { checked: selected.size, left: withTags(items, [...selected], filter).length };
  }, [items, selected, tags, excludeTags]);
}

/** Selects requests by their tags. Nothing where the collection has no tags. */
export function RunTags() {
  const { runner: store } = useApp();
  const items = useTaggedItems();
  const { tags, excludeTags } = useFrom('runner', (state) => state.plan);
  const known = useMemo(() => tagsIn(items), [items]);
  const offered = [...new Set([...known, ...tags, ...excludeTags])];
  if (offered.length === 0) return null;
  const { setPlan } = store.getState();
  const count = tags.length + excludeTags.length;
  const common = {
    size: 'xs',
    data: visibleOptions(offered),
    searchable: true,
    clearable: true,
    comboboxProps: { withinPortal: false },
  };
  return (
    <div className={classes['data']}>
      <Input.Label size="xs" labelElement="div">
        Tags
      </Input.Label>
      <Popover position="bottom-start" width={520} trapFocus>
        <Popover.Target>
          <Button size="xs" variant="default" aria-label={count === 0 ? 'Tags: any' : `Tags: ${count} chosen`}>
            {count === 0 ? 'Any' : `${count} chosen`}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          {/* Side by side, so that the list of one does not cover the other. */}
          <Group grow align="start" gap="xs">
            <MultiSelect
              {...common}
              label="Run only requests tagged"
              placeholder={tags.length === 0 ? 'Any' : ''}
              value={tags}
              onChange={(next) => setPlan({ tags: next })}
            />
            <MultiSelect
              {...common}
              label="Leave out requests tagged"
              placeholder={excludeTags.length === 0 ? 'None' : ''}
              value={excludeTags}
              onChange={(next) => setPlan({ excludeTags: next })}
            />
          </Group>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

/** Says which of the checked requests are left out. */
export function LeftOutByTags() {
  const { tags, excludeTags } = useFrom('runner', (state) => state.plan);
  const { checked, left } = useChosenRequests();
  if (!filtersByTag({ tags, excludeTags })) return null;
  return (
    <p className={classes['byTags']} role="note">
      {`Runs ${left} of ${countText(checked, 'checked request')}: ${tagFilterText({ tags, excludeTags })}.`}
    </p>
  );
}
