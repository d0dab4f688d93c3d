import { expect, test } from 'vitest';
import { importText } from '../import.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

test('a request for another protocol than HTTP is imported with a warning', async () => {
  const item = (name: string, url: string) => ({ name, request: { method: 'GET', url } });
  const collection = {
    info: { name: 'Shop', schema },
    item: [
      { name: 'Live', item: [item('Prices', 'wss://shop.example/prices')] },
      item('Calls', 'GRPC://shop.example'),
      item('Host with a port', 'ws:8080/prices'),
      item('Plain', 'https://shop.example/ws://x'),
    ],
  };
  const { items, warnings } = await importText(JSON.stringify(collection), 'shop.json');
  expect(items).toHaveLength(4);
  expect(warnings).toEqual([
    {
      where: 'Live / Prices',
      what: 'a connection over wss: the request is there, but only http and https can be sent',
    },
    { where: 'Calls', what: 'a connection over grpc: the request is there, but only http and https can be sent' },
  ]);
});
