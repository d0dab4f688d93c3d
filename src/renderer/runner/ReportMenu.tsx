import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReportFormat } from '../../contract/report-formats.ts';
import { useApp } from '../context/app-context.ts';
import { showError } from '../ui/notify.ts';
import { saveText } from '../ui/save-text.ts';

const formats: readonly { format: ReportFormat; label: string; extension: string }[] = [
  { format: 'html', label: 'HTML', extension: 'html' },
  { format: 'junit', label: 'JUnit (XML)', extension: 'xml' },
  { format: 'json', label: 'JSON', extension: 'json' },
];

/** Saves the report of one run as a file. The child is the button. */
export function ReportMenu({ id, children }: { id: number; children: ReactNode }) {
  const { runner } = useApp();
  const save = async (format: ReportFormat, extension: string) =>
    saveText(`run-${id}.${extension}`, await runner.getState().report(id, format));
  return (
    <Menu position="bottom-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, extension }) => (
          <Menu.Item key={format} onClick={() => void save(format, extension).catch(showError)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
