import { ActionIcon, Tooltip, type ActionIconProps, type TooltipProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { visibleText } from '../../../contract/visible-text.ts';

type IconButtonProps = ActionIconProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> & {
    /** The name of the button, for screen readers. */
    label: string;
    /** What the tooltip says. Left out: the name. */
    tooltip?: string;
    position?: TooltipProps['position'];
  };

/** A button that shows only an icon, with a tooltip. */
export function IconButton({ label, tooltip = label, position, ...props }: IconButtonProps) {
  return (
    <Tooltip label={visibleText(tooltip)} {...(position ? { position } : {})}>
      <ActionIcon variant="subtle" color="gray" aria-label={visibleText(label)} {...props} />
    </Tooltip>
  );
}
