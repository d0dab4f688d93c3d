/** Shopify sends the event's name in a header, called the topic: `orders/create`. */
import type { ProviderDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { descriptions } from '../provider-descriptions.ts';
import { event, type RequiredFields } from '../definition/required-fields.ts';

const order: RequiredFields = {
  id: 'integer',
  name: 'string',
  total_price: 'string',
  currency: 'string',
  line_items: 'array',
};
const total = '{body.total_price} {body.currency}';
const customer: RequiredFields = { id: 'integer' };
const shop: RequiredFields = { shop_id: 'integer', shop_domain: 'string' };
const who = ['{body.email}', '{body.id}'];
const ofCustomer = (what: string) =>
  event(
    who.map((name) => `Customer ${name} ${what}`),
    customer,
  );

export const shopify: ProviderDefinition = {
  ...descriptions.shopify,
  recognize: [{ headers: { 'X-Shopify-Topic': true } }],
  event: '{header.x-shopify-topic}',
  title: '{event | words | capital}[ in {header.x-shopify-shop-domain}]',
  sentence: '{event | words | capital}[: {body.name}][ of {header.x-shopify-shop-domain}].',
  subject: ['{body.admin_graphql_api_id}', '{body.order_id}', '{body.id}'],
  status: ['{body.financial_status}', '{body.status}'],
  identity: ['{header.x-shopify-event-id} {event}', '{header.x-shopify-webhook-id}'],
  fields: {
    id: 'Identifier',
    admin_graphql_api_id: 'Identifier in the GraphQL API',
    name: 'Name, such as the number of the order with its sign',
    order_number: 'Number of the order',
    email: 'Mail address',
    contact_email: 'Mail address for questions',
    created_at: 'When it was created',
    updated_at: 'When it was last changed',
    cancelled_at: 'When it was cancelled',
    cancel_reason: 'Why it was cancelled',
    closed_at: 'When it was closed',
    processed_at: 'When it was processed',
    currency: 'Currency of the shop',
    presentment_currency: 'Currency that the customer has seen',
    total_price: 'Sum with taxes, shipping and discounts',
    subtotal_price: 'Sum before shipping and taxes',
    total_tax: 'Sum of the taxes',
    total_discounts: 'Sum of the discounts',
    financial_status: 'State of the payment',
    fulfillment_status: 'State of the shipping',
    'line_items.sku': 'Your own number of the article',
    'line_items.quantity': 'How many were ordered',
    'line_items.price': 'Price of one',
    'customer.id': 'Identifier of the customer',
    inventory_item_id: 'Identifier of the article in stock',
    available: 'How many can be sold',
    location_id: 'Identifier of the place',
    tags: 'Words for sorting, with commas',
    test: 'Whether it is a test',
    shop_domain: 'Address of the shop',
    myshopify_domain: 'Address of the shop at Shopify',
    token: 'Identifier of the cart or checkout',
    tracking_number: 'Number by which the parcel is followed',
    tracking_company: 'Who carries the parcel',
  },
  events: {
    'orders/create': event(`Order {body.name} of ${total} created`, order),
    'orders/updated': event(`Order {body.name} of ${total} updated`, order),
    'orders/edited': event('Order {body.order_edit.order_id} edited', { 'order_edit.order_id': 'integer' }),
    'orders/paid': event(`Order {body.name} of ${total} paid`, order),
    'orders/partially_fulfilled': event(`Order {body.name} partially fulfilled`, order),
    'orders/fulfilled': event('Order {body.name} fulfilled', order),
    'orders/cancelled': event('Order {body.name} cancelled[: {body.cancel_reason | words}]', order),
    'orders/delete': event('Order {body.id} deleted', { id: 'integer' }),
    'order_transactions/create': event('{body.kind | words | capital} of {body.amount} {body.currency} {body.status}', {
      id: 'integer',
      order_id: 'integer',
      kind: 'string',
      amount: 'string',
    }),
    'draft_orders/create': event('Draft order {body.name} created', { id: 'integer', name: 'string' }),
    'draft_orders/update': event('Draft order {body.name} updated', { id: 'integer', name: 'string' }),
    'refunds/create': event('Refund of order {body.order_id} created', { id: 'integer', order_id: 'integer' }),
    'fulfillments/create': event('Fulfillment {body.name} created', { id: 'integer', order_id: 'integer' }),
    'fulfillments/update': event('Fulfillment {body.name} updated[: {body.shipment_status | words}]', {
      id: 'integer',
      order_id: 'integer',
    }),
    'products/create': event('Product {body.title} created', { id: 'integer', title: 'string' }),
    'products/update': event('Product {body.title} updated', { id: 'integer', title: 'string' }),
    'products/delete': event('Product {body.id} deleted', { id: 'integer' }),
    'collections/*': event('Collection[ {body.title}] changed', { id: 'integer' }),
    'inventory_levels/update': event(
      ['Stock of {body.inventory_item_id}: {body.available} available', 'Stock of {body.inventory_item_id} updated'],
      { inventory_item_id: 'integer', location_id: 'integer' },
    ),
    'customers/create': ofCustomer('created'),
    'customers/update': ofCustomer('updated'),
    'customers/delete': ofCustomer('deleted'),
    'customers/enable': ofCustomer('enabled'),
    'customers/disable': ofCustomer('disabled'),
    'carts/create': event('Cart created', { id: 'string' }),
    'carts/update': event('Cart updated', { id: 'string' }),
    'checkouts/create': event(`Checkout of ${total} begun`, { token: 'string' }),
    'checkouts/update': event(`Checkout of ${total} updated`, { token: 'string' }),
    'app/uninstalled': event('App uninstalled[ from {body.domain}]', { id: 'integer' }),
    'shop/update': event('Shop {body.name} updated', { id: 'integer', name: 'string' }),
    'customers/data_request': event('Data of a customer asked for in {body.shop_domain}', shop),
    'customers/redact': event('Data of a customer to be deleted in {body.shop_domain}', shop),
    'shop/redact': event('Data of {body.shop_domain} to be deleted', shop),
  },
};
