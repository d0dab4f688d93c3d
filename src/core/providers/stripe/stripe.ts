/** Stripe sends an event object: `type` is its name, and `data.object` the object that it is about. */
import type { ProviderDefinition } from '../../../contract/webhooks/webhook-provider.ts';
import { descriptions } from '../provider-descriptions.ts';
import { event, requiredFields, type RequiredFields } from '../definition/required-fields.ts';
import { stripeFields } from './fields.ts';

/** The fields of every event of the API's first version. */
const envelope: RequiredFields = {
  id: 'string',
  object: 'string',
  type: 'string',
  created: 'integer',
  livemode: 'boolean',
  'data.object': 'object',
};
/** An event about an object that has at least these fields. */
const about = (title: string | string[], fields: RequiredFields = {}) => {
  const ofObject = Object.entries(fields).map(([name, type]) => [`data.object.${name}`, type] as const);
  return event(title, { ...envelope, ...Object.fromEntries(ofObject) });
};
const amountOf = (field: string) => `{body.data.object.${field} | money body.data.object.currency}`;
const amount = amountOf('amount');
const money: RequiredFields = { id: 'string', amount: 'integer', currency: 'string' };
const id = '{body.data.object.id}';
const status = '{body.data.object.status | words}';
const reasonAt = (path: string) => `[: {body.data.object.${path}}]`;

export const stripe: ProviderDefinition = {
  ...descriptions.stripe,
  recognize: [
    { headers: { 'Stripe-Signature': true } },
    { fields: { object: 'event', api_version: true, 'data.object': true } },
    { fields: { object: 'v2.core.event', type: true } },
  ],
  event: '{body.type}',
  title: ['{event | words | capital}: {body.data.object.id}', '{event | words | capital}'],
  sentence: [
    '{event | words | capital}: {body.data.object.object | words} {body.data.object.id}[, {body.data.object.status | words}].',
    '{event | words | capital}.',
  ],
  subject: ['{body.data.object.payment_intent}', '{body.data.object.id}', '{body.related_object.id}'],
  status: '{body.data.object.status}',
  identity: '{body.id}',
  fields: stripeFields,
  events: {
    '*': { schema: requiredFields(envelope) },
    'v1.*': { schema: requiredFields({ id: 'string', object: 'string', type: 'string', created: 'string' }) },
    'v2.*': { schema: requiredFields({ id: 'string', object: 'string', type: 'string', created: 'string' }) },
    'account.updated': about(`Account ${id} updated`, { id: 'string' }),
    'balance.available': about('Balance available'),
    'charge.succeeded': about(`Charge of ${amount} succeeded`, money),
    'charge.failed': about(`Charge of ${amount} failed${reasonAt('failure_message')}`, money),
    'charge.pending': about(`Charge of ${amount} pending`, money),
    'charge.captured': about(`Charge of ${amount} captured`, money),
    'charge.expired': about(`Charge of ${amount} expired`, money),
    'charge.updated': about(`Charge of ${amount} updated`, money),
    'charge.refunded': about(`Charge of ${amount} refunded: ${amountOf('amount_refunded')}`, {
      ...money,
      amount_refunded: 'integer',
    }),
    'charge.dispute.created': about(`Dispute over ${amount} opened[: {body.data.object.reason | words}]`, money),
    'charge.dispute.closed': about(`Dispute over ${amount} closed: ${status}`, money),
    'charge.dispute.*': about(`Dispute over ${amount} changed: ${status}`, money),
    'checkout.session.completed': about([`Checkout of ${amountOf('amount_total')} completed`, 'Checkout completed'], {
      id: 'string',
      mode: 'string',
      payment_status: 'string',
    }),
    'checkout.session.expired': about([`Checkout of ${amountOf('amount_total')} expired`, 'Checkout expired'], {
      id: 'string',
      mode: 'string',
    }),
    'checkout.session.async_payment_succeeded': about(
      `Payment of ${amountOf('amount_total')} for a checkout succeeded`,
      { id: 'string' },
    ),
    'checkout.session.async_payment_failed': about(`Payment of ${amountOf('amount_total')} for a checkout failed`, {
      id: 'string',
    }),
    'customer.created': about([`Customer {body.data.object.email} created`, `Customer ${id} created`], {
      id: 'string',
    }),
    'customer.updated': about([`Customer {body.data.object.email} updated`, `Customer ${id} updated`], {
      id: 'string',
    }),
    'customer.deleted': about([`Customer {body.data.object.email} deleted`, `Customer ${id} deleted`], {
      id: 'string',
    }),
    'customer.subscription.created': about(`Subscription ${id} created: ${status}`, { id: 'string', status: 'string' }),
    'customer.subscription.updated': about(`Subscription ${id} updated: ${status}`, { id: 'string', status: 'string' }),
    'customer.subscription.deleted': about(`Subscription ${id} ended`, { id: 'string', status: 'string' }),
    'customer.subscription.paused': about(`Subscription ${id} paused`, { id: 'string' }),
    'customer.subscription.resumed': about(`Subscription ${id} resumed`, { id: 'string' }),
    'customer.subscription.trial_will_end': about(`Trial of subscription ${id} ends soon`, { id: 'string' }),
    'invoice.created': about(`Invoice over ${amountOf('amount_due')} created`, {
      amount_due: 'integer',
      currency: 'string',
    }),
    'invoice.finalized': about(`Invoice[ {body.data.object.number}] over ${amountOf('amount_due')} finalized`, {
      amount_due: 'integer',
      currency: 'string',
    }),
    'invoice.paid': about(`Invoice[ {body.data.object.number}] of ${amountOf('amount_paid')} paid`, {
      amount_paid: 'integer',
      currency: 'string',
    }),
    'invoice.payment_succeeded': about(`Payment of ${amountOf('amount_paid')} for an invoice succeeded`, {
      amount_paid: 'integer',
      currency: 'string',
    }),
    'invoice.payment_failed': about(`Payment of ${amountOf('amount_due')} for an invoice failed`, {
      amount_due: 'integer',
      currency: 'string',
    }),
    'invoice.payment_action_required': about(`Payment of ${amountOf('amount_due')} for an invoice needs the customer`, {
      amount_due: 'integer',
    }),
    'invoice.upcoming': about(`Invoice over ${amountOf('amount_due')} is due soon`, {
      amount_due: 'integer',
      currency: 'string',
    }),
    'invoice.voided': about(`Invoice[ {body.data.object.number}] over ${amountOf('amount_due')} voided`, {
      amount_due: 'integer',
    }),
    'payment_intent.created': about(`Payment of ${amount} begun`, money),
    'payment_intent.processing': about(`Payment of ${amount} is being processed`, money),
    'payment_intent.requires_action': about(`Payment of ${amount} needs the customer`, money),
    'payment_intent.succeeded': about(`Payment of ${amount} succeeded`, { ...money, status: 'string' }),
    'payment_intent.payment_failed': about(
      `Payment of ${amount} failed${reasonAt('last_payment_error.message')}`,
      money,
    ),
    'payment_intent.canceled': about(
      `Payment of ${amount} canceled[: {body.data.object.cancellation_reason | words}]`,
      money,
    ),
    'payment_intent.amount_capturable_updated': about(`Payment of ${amount} can be captured`, money),
    'payment_intent.partially_funded': about(`Payment of ${amount} partially funded`, money),
    'payment_method.attached': about('Payment method attached[: {body.data.object.type | words}]', { id: 'string' }),
    'payment_method.detached': about('Payment method detached[: {body.data.object.type | words}]', { id: 'string' }),
    'payout.created': about(`Payout of ${amount} begun`, money),
    'payout.paid': about(`Payout of ${amount} paid`, money),
    'payout.failed': about(`Payout of ${amount} failed${reasonAt('failure_message')}`, money),
    'payout.canceled': about(`Payout of ${amount} canceled`, money),
    'refund.created': about(`Refund of ${amount} created`, money),
    'refund.updated': about(`Refund of ${amount} updated: ${status}`, money),
    'refund.failed': about(`Refund of ${amount} failed`, money),
    'setup_intent.succeeded': about('Payment method set up', { id: 'string' }),
    'setup_intent.setup_failed': about(`Setup of a payment method failed${reasonAt('last_setup_error.message')}`, {
      id: 'string',
    }),
  },
};
