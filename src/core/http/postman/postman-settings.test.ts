import { expect, test } from 'vitest';
import { requestSettings } from '../../../contract/collection/request-settings.ts';
import { settingFields } from '../../../contract/collection/setting-fields.ts';
import { fromPostmanSettings, toPostmanSettings } from './postman-settings.ts';

const examples: Record<string, unknown> = {
  followRedirects: false,
  maxRedirects: 3,
  followOriginalHttpMethod: true,
  followAuthorizationHeader: true,
  removeRefererHeaderOnRedirect: true,
  disableUrlEncoding: true,
  disableBodyPruning: true,
  strictSSL: false,
  disableCookies: true,
  protocolVersion: 'http1',
  disabledSystemHeaders: { 'user-agent': true },
  tlsDisabledProtocols: ['TLSv1_1'],
  tlsCipherSelection: ['ECDHE-RSA-AES128-GCM-SHA256'],
};

test('every setting has a row in the table, and each setting of Postman an example here', () => {
  expect(settingFields.map(({ name }) => name).sort()).toEqual(Object.keys(requestSettings.shape).sort());
  expect(settingFields.flatMap(({ postman }) => postman ?? []).sort()).toEqual(Object.keys(examples).sort());
});
test.each(Object.entries(examples))('%s is converted and back', (name, value) => {
  const { settings, warnings } = fromPostmanSettings({ [name]: value });
  expect(warnings).toEqual([]);
  expect(Object.keys(settings)).toHaveLength(1);
  expect(toPostmanSettings(settings)).toEqual({ [name]: value });
});
test('disabled settings change nothing, and unsupported ones are reported', () => {
  const disabledSettings = {
    tlsPreferServerCiphers: false,
    protocolVersion: 'auto',
    disabledSystemHeaders: {},
    strictSSL: null,
  };
  expect(fromPostmanSettings(disabledSettings)).toEqual({ settings: {}, warnings: [] });
  const wrong = {
    tlsPreferServerCiphers: true,
    strictSSL: 'no',
    maxRedirects: 'x',
    disabledSystemHeaders: { host: true },
  };
  expect(fromPostmanSettings(wrong)).toEqual({
    settings: { checkCertificate: true, omitHeaders: ['host'] },
    warnings: ['the setting tlsPreferServerCiphers', 'the setting maxRedirects', 'that host is not sent'],
  });
  expect([fromPostmanSettings('x'), toPostmanSettings({})]).toEqual([{ settings: {}, warnings: [] }, undefined]);
});
