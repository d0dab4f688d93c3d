import './event-globals.ts';

export { expect } from 'chai';
