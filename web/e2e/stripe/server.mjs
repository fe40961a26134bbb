// A Stripe for the browser tests: prices, checkout with a page to pay on, subscriptions and invoices in memory. A payment
// sends its webhook twice, as Stripe may. Usage: node server.mjs <port> <webhook endpoint> <webhook secret>
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';

// Chromium, but not its headless shell, requests the icon of each page.
const NO_ICON = '<link rel="icon" href="data:,">';
const MONTH_SECONDS = 30 * 86_400;
const [port, endpoint, secret] = process.argv.slice(2);
const sessions = new Map();
const subscriptions = new Map();

const now = () => Math.floor(Date.now() / 1000);
const list = (data) => ({ object: 'list', data, has_more: false });

function price(lookupKey) {
  return {
    object: 'price',
    id: `price_${lookupKey}`,
    lookup_key: lookupKey,
    unit_amount: 900,
    currency: 'usd',
    active: true,
  };
}

function createSession(form) {
  const id = `cs_${sessions.size + 1}`;
  sessions.set(id, {
    price: form.get('line_items[0][price]').replace('price_', ''),
    workspace: form.get('subscription_data[metadata][linnet_workspace]'),
    success: form.get('success_url'),
    cancel: form.get('cancel_url'),
  });
  return { object: 'checkout.session', id, url: `http://127.0.0.1:${port}/pay/${id}` };
}

function createSubscription({ price: lookupKey, workspace }) {
  const id = `sub_${subscriptions.size + 1}`;
  const item = {
    object: 'subscription_item',
    id: 'si_1',
    price: price(lookupKey),
    current_period_end: now() + MONTH_SECONDS,
  };
  const subscription = {
    object: 'subscription',
    id,
    created: now(),
    status: 'active',
    customer: `cus_${id}`,
    cancel_at_period_end: false,
    metadata: { linnet_workspace: workspace },
    items: list([item]),
  };
  subscriptions.set(id, subscription);
  return subscription;
}

function invoices(customer) {
  return [...subscriptions.values()]
    .filter((subscription) => subscription.customer === customer)
    .map(({ id, created }) => ({
      object: 'invoice',
      id: `in_${id}`,
      number: 'LNT-0001',
      created,
      total: 900,
      currency: 'usd',
      status: 'paid',
      hosted_invoice_url: `http://127.0.0.1:${port}/invoice/${id}`,
    }));
}

/** Posts a signed event and returns the status of the response. */
async function sendEvent(id, object) {
  const body = JSON.stringify({
    id,
    object: 'event',
    type: 'customer.subscription.created',
    created: now(),
    data: { object },
  });
  const signature = createHmac('sha256', secret).update(`${now()}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${now()},v1=${signature}` };
  const response = await fetch(endpoint, { method: 'POST', headers, body });
  return response.status;
}

async function pay(session) {
  const subscription = createSubscription(session);
  const event = `evt_${subscription.id}`;
  return [await sendEvent(event, subscription), await sendEvent(event, subscription)];
}

function payPage(id) {
  const { cancel } = sessions.get(id);
  return `<!doctype html><html lang="en"><title>Checkout</title>${NO_ICON}<h1>Checkout</h1>
<form method="post" action="/pay/${id}"><button>Pay</button></form><a href="${cancel}">Back</a></html>`;
}

/** Answers the API: an object, or undefined for 404. */
function api(method, path, form) {
  const [, collection, id] = path.match(/^\/v1\/([a-z_]+(?:\/sessions)?)\/?(.*)$/) ?? [];
  switch (`${method} ${collection}`) {
    case 'GET prices':
      return list([price(form.get('lookup_keys[0]'))]);
    case 'POST checkout/sessions':
      return createSession(form);
    case 'GET subscriptions':
      return id ? subscriptions.get(id) : list([...subscriptions.values()]);
    case 'GET invoices':
      return list(invoices(form.get('customer')));
    default:
      return undefined;
  }
}

async function readBody(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

createServer(async (request, response) => {
  const url = new URL(request.url, `http://127.0.0.1:${port}`);
  const body = await readBody(request);
  const [, id] = url.pathname.match(/^\/pay\/(cs_\d+)$/) ?? [];
  if (id && request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(payPage(id));
    return;
  }
  if (id) {
    const statuses = await pay(sessions.get(id));
    const location = statuses.every((status) => status === 200) ? sessions.get(id).success : `/failed/${statuses}`;
    response.writeHead(303, { location }).end();
    return;
  }
  const form = new URLSearchParams(request.method === 'GET' ? url.search : body);
  const answer = url.pathname === '/' ? {} : api(request.method, url.pathname, form);
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } }));
}).listen(Number(port), '127.0.0.1');
