export { type HomePaths, homePaths } from './home-paths.ts';
