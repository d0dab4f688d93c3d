import type { NotificationDetail } from '../../../contract/webhooks/notification.ts';
import { visibleLines, visibleText } from '../../../contract/visible-text.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../context/app-context.ts';
import { showError } from '../../ui/messages/notify.ts';
import classes from '../webhooks.module.css';

/** Renders pictures, places, contacts, polls and calls from the fields of a notification, which are plain data. */
export function MessageContent({ detail }: { detail: NotificationDetail }) {
  const field = (ending: string) => detail.fields.find(({ path }) => path.endsWith(ending))?.value;
  const thumbnail = field('jpegThumbnail');
  const [latitude, longitude] = [field('latitude'), field('longitude')];
  const contacts = detail.fields.filter(({ path }) => path.endsWith('vcard')).map(({ value }) => String(value));
  const options = detail.fields.filter(({ path }) => path.endsWith('.optionName'));
  const voters = (index: number) =>
    detail.fields.filter(({ path, type }) => path.includes(`[${index}].optionVoters[`) && type === 'string').length;
  const file = field('fileMessageData.fileName');
  return (
    <>
      {typeof thumbnail === 'string' && /^[A-Za-z0-9+/=]{40,}$/.test(thumbnail) && (
        <img
          className={classes['thumbnail']}
          src={`data:image/jpeg;base64,${thumbnail}`}
          alt="Preview that came with the message"
        />
      )}
      {typeof latitude === 'number' && typeof longitude === 'number' && (
        <p className={classes['card']}>
          {[field('nameLocation'), field('locationMessageData.address')].filter(Boolean).join(', ')}
          <br />
          <code>
            {latitude.toFixed(6)}, {longitude.toFixed(6)}
          </code>
        </p>
      )}
      {contacts.map((vcard, index) => (
        <div key={index} className={classes['card']}>
          {vcardLines(vcard).map(([name, value]) => (
            <div key={name + value}>
              <small>{visibleText(name)}</small> {visibleLines(value)}
            </div>
          ))}
        </div>
      ))}
      {options.length > 0 && (
        <div className={classes['card']}>
          <b>{String(field('pollMessageData.name') ?? 'Poll')}</b>
          <ul>
            {options.map(({ path, value }, index) => (
              <li key={path}>
                {String(value)}
                {voters(index) > 0 && ` · ${voters(index)} ${voters(index) === 1 ? 'vote' : 'votes'}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {typeof file === 'string' && file !== '' && detail.code?.code !== 'SWE002' && (
        <Download detail={detail} file={file} />
      )}
    </>
  );
}

/** Requests a new address of a received file from the service, because the original one expires. */
function Download({ detail, file }: { detail: NotificationDetail; file: string }) {
  const { webhooks } = useApp();
  const { chat, idMessage, title } = detail.summary;
  const [address, setAddress] = useState<string>();
  if (!chat || !idMessage || !/^(Incoming|API exception)/.test(title)) return null;
  const ask = async () => setAddress(await webhooks.getState().fileAddress(chat, idMessage));
  return (
    <p className={classes['card']}>
      {file}{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => void ask().catch(showError)}>
        Request its address
      </Button>
      {address && <code>{address}</code>}
    </p>
  );
}

const names: Record<string, string> = {
  FN: 'Name',
  ORG: 'Company',
  TEL: 'Phone',
  EMAIL: 'Mail',
  ADR: 'Address',
  URL: 'Page',
  NOTE: 'Note',
};

/** Characters of a line that are parsed; the rest is ignored. */
const MAX_LINE = 1000;

function vcardLines(vcard: string): [string, string][] {
  return vcard.split(/\r?\n/).flatMap((line) => {
    const [, property = '', value = ''] = /^(?:item\d+\.)?([A-Za-z]+)[^:]*:(.*)$/.exec(line.slice(0, MAX_LINE)) ?? [];
    const name = names[property.toUpperCase()];
    return name && value ? [[name, value.replaceAll('\\n', ' ').replace(/;+/g, ' ').trim()] as [string, string]] : [];
  });
}
