export { cleanText } from '../kernel/index.ts';
