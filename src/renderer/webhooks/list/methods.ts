/** The methods that can be chosen in filters and rules; every other one is received as well. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
