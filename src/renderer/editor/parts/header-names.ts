/** Header names that are suggested while one is typed. */
export const headerNames = [
  ...[
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'Authorization',
    'Cache-Control',
    'Connection',
    'Content-Encoding',
  ],
  ...['Content-Language', 'Content-Type', 'Cookie', 'Date', 'ETag', 'Expect', 'Forwarded', 'From', 'Host', 'If-Match'],
  ...['If-Modified-Since', 'If-None-Match', 'If-Range', 'If-Unmodified-Since', 'Idempotency-Key', 'Origin', 'Pragma'],
  ...['Prefer', 'Range', 'Referer', 'TE', 'Traceparent', 'User-Agent', 'Via', 'X-Api-Key', 'X-Correlation-Id'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Request-Id', 'X-Requested-With', 'X-Signature'],
];
