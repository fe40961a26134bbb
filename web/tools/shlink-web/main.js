// The web client of Shlink with the server and the key of the address: /…#url=…&key=…
import { ShlinkApiClient } from '@shlinkio/shlink-js-sdk';
import { FetchHttpClient } from '@shlinkio/shlink-js-sdk/fetch';
import { ShlinkWebComponent } from '@shlinkio/shlink-web-component';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import './main.css';

const given = new URLSearchParams(location.hash.slice(1));
if (given.has('url')) sessionStorage.setItem('server', JSON.stringify(Object.fromEntries(given)));
const { url, key } = JSON.parse(sessionStorage.getItem('server'));
const apiClient = new ShlinkApiClient(new FetchHttpClient(), { baseUrl: url, apiKey: key });
createRoot(document.getElementById('root')).render(
  createElement(ShlinkWebComponent, { apiClient, serverVersion: '5.0.0', routesPrefix: '' }),
);
